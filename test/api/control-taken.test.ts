import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { about, documentWith, OF_ANY_TYPE, placesIn, schema } from '../support/json-schema.ts'

const body = z.object({ content: z.object({ 'application/json': z.object({ schema }) }) })
const described = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), z.object({ requestBody: body.optional() }))),
    components: z.object({ schemas: z.record(z.string(), schema) }),
  })
  .parse(JSON.parse(readFileSync('docs/control.openapi.json', 'utf8')))

/** What takes whole documents is told by their fields, in test/conformance/documents-taken. */
const OF_DOCUMENTS = [
  'put /_sim/state',
  'patch /_sim/state',
  'put /_sim/scenario',
  'post /_sim/faults',
  'post /_sim/stubs',
]
const DEPTH = 2

const bodies = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) =>
    requestBody === undefined || OF_DOCUMENTS.includes(`${method} ${path}`)
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

test('what control calls take in their bodies, and what is said of the rest, stays', async () => {
  const lines: string[] = []
  const one = createSimulator({ clock: CLOCK })
  for (const { method, path, takes } of bodies) {
    // What every sandbox of a server starts from is not changed for those that follow.
    const serverOf = () => (path === '/_sim/start' ? createSimulator({ clock: CLOCK }) : one)
    const tried: (readonly [string, readonly unknown[], (value: unknown) => unknown])[] = [
      ['', [...OF_ANY_TYPE, undefined], (value) => value],
    ]
    for (const [place, { minimum, maximum }] of placesIn(takes, described.components.schemas, DEPTH)) {
      const bounds = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : about(bound)))
      tried.push([place.join('.'), [...OF_ANY_TYPE, ...bounds], (value) => documentWith(place, value)])
    }
    for (const [place, values, sent] of tried) {
      const answers = new Map<string, string>()
      for (const value of values) {
        const told = await said(serverOf(), method, path, sent(value))
        answers.set(told, `${answers.get(told) ?? ' '} ${JSON.stringify(value)}`)
      }
      lines.push([`${method} ${path} ${place}`, ...[...answers].map(([told, of]) => `${of}  ${told}`)].join('\n'))
    }
  }
  await expect(`${[...new Set(lines)].join('\n')}\n`).toMatchFileSnapshot('../data/control-taken.txt')
})
