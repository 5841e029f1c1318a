import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { played } from '../support/played.ts'
import { documentWith, OF_ANY_TYPE, placesIn, schema, valuesFor } from '../support/json-schema.ts'
import { isDrawn } from '../support/drawn.ts'
import { SaidOfFields, withoutOperations } from '../support/kept-texts.ts'

const body = z.object({ content: z.object({ 'application/json': z.object({ schema }) }) })
const described = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), z.object({ requestBody: body.optional() }))),
    components: z.object({ schemas: z.record(z.string(), schema) }),
  })
  .parse(JSON.parse(readFileSync('docs/control.openapi.json', 'utf8')))

/** Calls that take whole documents: test/conformance/documents-taken tries the fields of those. */
const ofDocuments = new Set([
  'put /_sim/state',
  'patch /_sim/state',
  'put /_sim/scenario',
  'post /_sim/faults',
  'post /_sim/stubs',
])
const DEPTH = 2

const bodies = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) =>
    requestBody === undefined || ofDocuments.has(`${method} ${path}`)
      ? []
      : [{ method: method.toUpperCase(), path, takes: requestBody.content['application/json'].schema }],
  ),
)

const CLOCK = { mode: 'frozen', atMs: Date.parse('2026-01-01T00:00:00Z') } as const
const answer = z
  .looseObject({ error: z.string().optional(), msg: z.string().optional(), hint: z.string().optional() })
  .catch({})

/** What is said of a call in a sandbox of its own, which has a snapshot and an exchange. */
async function said(server: Simulator, method: string, path: string, sent: unknown): Promise<string> {
  const { fetch, snapshots } = server.sandbox('tried')
  snapshots.take('any')
  await fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })
  const [id, name] = [path.includes('{collection}') ? '9001' : '1', 'any']
  const filled = path.replace('{collection}', 'templates').replace('{id}', id).replace('{name}', name)
  const response = await fetch(filled, { method, ...(sent !== undefined && { body: JSON.stringify(sent) }) })
  const { error, msg, hint } = answer.parse(await response.json().catch(() => ({})))
  await server.fetch('/_sim/sandboxes', { method: 'DELETE' })
  return response.ok ? 'fine' : [`${response.status} ${error}: ${msg}`, hint].filter(Boolean).join(' | ')
}

test('accepted bodies of control calls, and the refusals of the others, stay', async () => {
  const kept = new SaidOfFields()
  const one = createSimulator({ clock: CLOCK })
  for (const { method, path, takes } of bodies) {
    // What every sandbox of a server starts from is not changed for those that follow.
    const serverOf = () => (path === '/_sim/start' ? createSimulator({ clock: CLOCK }) : one)
    const tried: (readonly [string, readonly unknown[], (value: unknown) => unknown])[] = [
      ['', [...OF_ANY_TYPE, undefined], (value) => value],
    ]
    for (const [place, part] of placesIn(takes, described.components.schemas, DEPTH))
      tried.push([place.join('.'), valuesFor(part), (value) => documentWith(place, value)])
    for (const [place, values, sent] of tried) {
      const field = `${method} ${path} ${place}`.trim()
      if (!isDrawn(field)) continue
      const told: (readonly [unknown, string])[] = []
      for (const value of values) {
        const message = await said(serverOf(), method, path, sent(value))
        told.push([value, place === '' ? message : message.replaceAll(`${place}: `, '<field>: ')])
      }
      kept.add(field, told)
    }
  }
  await kept.expectKept('control-taken')
})

const STATUSES =
  '|200|2xx|2XX|5xx|0|0xx|999|1000|400-499|499-400|400-400|400-|>=400|<=200|>200|<200|=200|!200|!2xx|!!200|200,404|200,,404|!200,!404|4xx,0|200,!200| 200|abc|20x|-1'.split(
    '|',
  )

/** Filters of the journal, as a URL has them. */
const FILTERS: readonly string[] = [
  ...STATUSES.map((status) => `status=${encodeURIComponent(status)}`),
  ...`
    operation=instances.list operation=instances.lst operation= basis=injected basis=documented basis=guessed
    method=get method=PUT method= method=a%20b user=1001 user=9 user=x user=-1 rule=authentication.bearer-key
    rule=authentication.bearer-ky rule=routing.unknown-path fault=spoils fault=nothing has=finding has=changes
    has=fault has=near-miss has=all text=down text=DOWN text=instances%20down text=%22instances%20down%22
    text=%22unclosed text=renter-key text= api_key=renter-key api_key=nobody api_key= request_id=none trace_id=none
    since=9 since=0 since=999999999999999 since=x before=3 before=1 before=0 since=3&before=5 limit=1 limit=0
    limit=1000 limit=1001 limit=1.5 limit=2&status=200 limit=1&limit=2 stauts=200 status=200&basis=injected
    operation=instances.list&user=1001&method=GET&status=503
  `
    .trim()
    .split(/\s+/),
  `text=${'a'.repeat(256)}`,
  `text=${'a'.repeat(257)}`,
]

test('results of journal filters, and the refusals of wrong ones, stay', async () => {
  const { ask } = await played()
  const lines: string[] = []
  for (const filter of FILTERS) {
    const response = await ask(`/_sim/requests?${filter}`)
    const told = z
      .object({ msg: z.string().optional(), requests: z.array(z.object({ id: z.int() })).default([]) })
      .parse(await response.json())
    const found = told.requests.map(({ id }) => id).join(' ')
    lines.push(`${decodeURIComponent(filter)}: ${response.ok ? found : `${response.status} ${told.msg}`}`)
  }
  await expect(withoutOperations(`${lines.join('\n')}\n`)).toMatchFileSnapshot('../data/filters-taken.txt')
})
