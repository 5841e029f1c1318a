import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { call, type Call, pathOf } from '../../src/control/call.ts'
import { calls } from '../../src/control/calls.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { controlExamples } from '../../src/control/openapi.ts'

const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }

/** A sandbox in which every example of a call finds what it names. */
async function played(): Promise<Simulator> {
  const sim = createSimulator({ clock: 'frozen' })
  sim.snapshots.take('before-rent')
  sim.stubs.add({ name: 'status-page', match: { path: '/status' }, answer: { body: { ok: true } } })
  sim.faults.add({ name: 'busy', match: { operation: 'instances.list' }, effect: { status: 503 }, must_fire: true })
  sim.sandbox('checkout-e2e').stubs.clear()
  sim.expectFindings(['unmatched-request', { kind: 'unread-env', operation: 'templates.create' }])
  await sim.fetch('/api/v0/template/', { method: 'POST', headers, body: '{"name":"a","image":"b"}' })
  for (const path of ['/api/v0/instances/', '/status', '/nowhere']) await sim.fetch(path, { headers })
  return sim
}

/** What makes the world right for one call. */
const before: Readonly<Record<string, (sim: Simulator) => void>> = {
  'POST /requests/{id}/release': (sim) => {
    sim.reset()
    sim.faults.add({ name: 'stuck', effect: { hang: true } })
    sim.fetch('/api/v0/instances/', { headers }).catch(() => undefined)
  },
  'GET /faults': (sim) => {
    sim.faults.add({ name: 'stuck', match: { path: '/api/v0/t*/' }, effect: { hang: true } })
    sim.fetch('/api/v0/template/', { headers }).catch(() => undefined)
  },
  'PUT /scenario': (sim) => sim.reset(),
  'POST /undo/{id}': (sim) => void sim.fetch('/_sim/undo', { method: 'POST', body: '{"text":"Reset"}' }),
  'DELETE /undo/{id}': (sim) => void sim.fetch('/_sim/undo', { method: 'POST', body: '{"text":"Reset"}' }),
  'GET /scenario': (sim) => void sim.scenario('slow-boot', { seconds: 5 }),
}

interface Asked {
  readonly sim: Simulator
  readonly own: number
  readonly others: number
  readonly response: Response
}

/** Makes a call as its example in the reference does, and counts which declarations answer. */
async function ask(each: Call, open = played): Promise<Asked> {
  const key = `${each.method} ${pathOf(each).slice('/_sim'.length)}`
  const { params = {}, body } = controlExamples[key] ?? {}
  const sim = await open()
  before[key]?.(sim)
  // Requests that a fault is to hold are under way by then.
  await new Promise(setImmediate)
  const spies = calls.map((other) => ({ other, spy: vi.spyOn(other, 'respond') }))
  const path = pathOf(each).replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'fixture.schema.json')
  const response = await sim.fetch(path, {
    method: each.method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const counts = spies.map(({ other, spy }) => [other, spy.mock.calls.length] as const)
  vi.restoreAllMocks()
  const sum = (isOwn: boolean) =>
    counts.reduce((all, [other, times]) => (isOwn === (other === each) ? all + times : all), 0)
  return { sim, own: sum(true), others: sum(false), response }
}

const document = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        responses: z.looseObject({
          200: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })) }),
        }),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})
const published = document.parse(await (await createSimulator().fetch('/_sim/openapi.json')).json())

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'sim:', components: published.components })

/** What of a response is not as the description has it. */
async function differences(each: Call, response: Response): Promise<readonly unknown[]> {
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  const { content } = published.paths[pathOf(each)]?.[each.method.toLowerCase()]?.responses[200] ?? { content: {} }
  const schema = content[type]?.schema
  if (response.status !== 200 || schema === undefined) return [response.status, type, await response.text()]
  if (schema['type'] === 'object' && Object.keys(schema).length === 1) return ['describes any object']
  const body: unknown = type.endsWith('json') ? await response.json() : await response.text()
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"sim:#/')) as object)
  check(body)
  const undescribed = z.toJSONSchema(each.shows, { io: 'input', unrepresentable: 'any' })
  const closed = ajv.compile({ ...undescribed, $schema: undefined })
  closed(body)
  return [...(check.errors ?? []), ...(closed.errors ?? [])]
}

/** Only a served simulator has metrics, and only a sweep has trials: test/node/metrics.deep.test.ts and test/sweep/watch.test.ts ask for them. */
const inProcess = calls.filter(({ path }) => !['/metrics', '/sweep/:number'].includes(path))

test.each(inProcess.map((each) => [each.method, pathOf(each), each] as const))(
  '%s %s is answered by its own declaration, as it is described',
  async (_, __, each) => {
    const { own, others, response, sim } = await ask(each)
    expect({ own, others }).toEqual({ own: 1, others: 0 })
    expect(await differences(each, response)).toEqual([])
    await sim.close()
  },
)

test('a call that another route hides is seen', async () => {
  const hidden = call('GET /requests/counts', { summary: 'Hidden', shows: z.object({}), act: () => ({}) })
  const all = calls as Call[]
  all.push(hidden)
  const { own, others } = await ask(hidden)
  all.pop()
  expect({ own, others }).toEqual({ own: 0, others: 1 })
})
