import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const KEY = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }

interface Line {
  readonly id: number
  readonly status: number
  readonly why: string
  readonly findings: readonly string[]
  readonly held: unknown
}

const world = (): Simulator => createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })

const call = async (sim: Simulator, path: string) =>
  (await (await sim.fetch(`/_sim/${path}`)).json()) as Record<string, unknown>
const lines = async (sim: Simulator, query = '') => (await call(sim, `journal${query}`))['lines'] as readonly Line[]
const found = async (sim: Simulator, q: string) => (await lines(sim, `?q=${encodeURIComponent(q)}`)).map(({ id }) => id)

test('a line has the request without its bodies, and nothing to say where nothing stands out', async () => {
  const sim = world()
  await sim.fetch('/api/v0/template/?select_filters=%7B%22name%22%3A%7B%22eq%22%3A%22x%22%7D%7D', { headers: KEY })
  const { now } = sim.clock
  expect(await call(sim, 'journal')).toEqual({
    world: expect.any(String) as unknown,
    total: 1,
    all: 1,
    dropped: 0,
    older: 0,
    newer: 0,
    errors: 0,
    faults: 0,
    findings: 0,
    lines: [
      {
        id: 1,
        at: now,
        duration_ms: 0,
        operation: 'templates.search',
        method: 'GET',
        path: '/api/v0/template/',
        query: '?select_filters={"name":{"eq":"x"}}',
        status: 200,
        basis: 'assumed',
        strength: expect.any(String) as unknown,
        why: '',
        fault: null,
        findings: [],
        held: null,
      },
    ],
    events: [],
  })
})

test.each([
  [
    'an unknown key',
    (sim: Simulator) => sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer rentr-key' } }),
    'Unknown API key. Try renter-key or host-key.',
  ],
  [
    'a wrong field',
    (sim: Simulator) =>
      sim.fetch('/api/v0/template/', { method: 'POST', headers: KEY, body: '{"name":"a","image":5}' }),
    'image: expected string, received number',
  ],
  [
    'another wrong field',
    (sim: Simulator) =>
      sim.fetch('/api/v0/network_volumes/search/', { method: 'POST', headers: KEY, body: '{"q":{"limit":"x"}}' }),
    'q.limit: expected number, received string',
  ],
  [
    'an unknown path',
    (sim: Simulator) => sim.fetch('/api/v0/instancez/', { headers: KEY }),
    'there is no /api/v0/instancez/',
  ],
  [
    'a rental',
    (sim: Simulator) => sim.fetch('/api/v0/asks/12345678/', { method: 'PUT', headers: KEY, body: '{"image":"a"}' }),
    'created instances/32',
  ],
] as const)('the line of %s says why', async (_, ask, why) => {
  const sim = world()
  await ask(sim)
  expect(await lines(sim)).toMatchObject([{ why }])
})

test('the line of a fault says what it did, and whether the operation was done', async () => {
  const sim = world()
  sim.faults.add({ name: 'down', match: { operation: 'instances.list' }, effect: { status: 503 } })
  sim.faults.add({ name: 'lost', match: { operation: 'instances.create' }, effect: { reset: true, stream: 'after' } })
  await sim.fetch('/api/v0/instances/', { headers: KEY })
  await sim
    .fetch('/api/v0/asks/12345678/', { method: 'PUT', headers: KEY, body: '{"image":"a"}' })
    .catch(() => undefined)
  expect((await lines(sim)).map(({ status, why }) => [status, why])).toEqual([
    [503, 'Fault down answered 503. Nothing was done'],
    [0, 'Fault lost dropped the response (reset). The operation was done all the same · created instances/32'],
  ])
})

test('too many requests say how long to wait, in the sandbox’s time', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  for (let i = 0; i < 2; i++) await sim.fetch('/api/v0/instances/', { headers: KEY })
  const [, second] = await lines(sim)
  expect(second).toMatchObject({
    status: 429,
    why: expect.stringMatching(/^Too many requests: wait [\d.]+ s$/) as string,
  })
})

test('a held request is a line among the others, and is counted', async () => {
  const sim = world()
  sim.faults.add({ name: 'stuck', match: { operation: 'instances.list' }, effect: { hang: true } })
  const held = sim.fetch('/api/v0/instances/', { headers: KEY }).catch(() => undefined)
  await new Promise(setImmediate)
  await sim.fetch('/api/v0/template/', { headers: KEY })
  expect((await lines(sim)).map(({ id, held: by }) => [id, by])).toEqual([
    [1, { fault: 'stuck', until: null }],
    [2, null],
  ])
  sim.faults.clear()
  await held
  expect((await lines(sim)).map(({ held: by }) => by)).toEqual([null, null])
})

test.each([
  ['status:>=400', [2, 3]],
  ['op:instances.list', [1]],
  ['header:pays-with-card', [4]],
  ['pays-with-card', [4]],
  ['-pays-with-card -status:404', [1, 2]],
  ['"created templates"', []],
  ['has:finding', [3]],
])('the search %s finds %j', async (q, ids) => {
  const sim = world()
  await sim.fetch('/api/v0/instances/', { headers: KEY })
  await sim.fetch('/api/v0/template/', { method: 'POST', headers: KEY, body: '{"name":"a","image":5}' })
  await sim.fetch('/api/v0/instancez/', { headers: KEY })
  await sim.fetch('/api/v0/template/', { headers: { ...KEY, 'X-Test': 'pays-with-card' } })
  expect(await found(sim, q)).toEqual(ids)
})

test.each([
  ['path:x', 'I do not understand "path:"', expect.stringContaining('there are ')],
  ['stats:5xx', 'I do not understand "stats:"', 'did you mean status:?'],
  ['-status:often', 'I do not understand "-status:often"', expect.stringContaining('status')],
])('the search %s is refused in words', async (q, msg, hint) => {
  const response = await world().fetch(`/_sim/journal?q=${encodeURIComponent(q)}`)
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 400,
    body: { error: 'invalid_args', msg, hint },
  })
})

test('a page is the newest lines, those after or before a number, or those around one', async () => {
  const sim = world()
  for (let i = 0; i < 20; i++) await sim.fetch('/api/v0/template/', { headers: KEY })
  const page = async (query: string) => {
    const { older, newer } = await call(sim, `journal?${query}`)
    return { ids: (await lines(sim, `?${query}`)).map(({ id }) => id), older, newer }
  }
  expect(await page('limit=3')).toEqual({ ids: [18, 19, 20], older: 17, newer: 0 })
  expect(await page('limit=3&since=4')).toEqual({ ids: [5, 6, 7], older: 4, newer: 13 })
  expect(await page('limit=3&before=4')).toEqual({ ids: [1, 2, 3], older: 0, newer: 17 })
  expect(await page('limit=4&around=10')).toEqual({ ids: [8, 9, 10, 11], older: 7, newer: 9 })
  expect(await page('limit=4&around=1')).toEqual({ ids: [1, 2, 3, 4], older: 0, newer: 16 })
  expect(await page('limit=0')).toEqual({ ids: [], older: 0, newer: 0 })
})

test('what happened to the world stands after the request before it, each with its time', async () => {
  const sim = world()
  await sim.fetch('/api/v0/template/', { headers: KEY })
  await sim.fetch('/_sim/clock/advance', { method: 'POST', body: '{"seconds":5}' })
  await sim.fetch('/_sim/faults', { method: 'POST', body: '{"name":"f","effect":{"status":500}}' })
  await sim.fetch('/_sim/clock/advance', { method: 'POST', body: '{"seconds":0}' })
  const { events } = await call(sim, 'journal')
  expect(events).toEqual([
    { at: sim.clock.now, after: 1, text: 'clock +5 s' },
    { at: sim.clock.now, after: 1, text: 'fault f added' },
  ])
})

test('one request has its reason, the rule behind it, its finding with the advice, its neighbours and a command', async () => {
  const sim = world()
  await sim.fetch('/api/v0/template/', { headers: KEY })
  await sim.fetch('/api/v0/instancez/', { headers: KEY })
  await sim.fetch('/api/v0/template/', { headers: KEY })
  expect(await call(sim, 'journal/2')).toMatchObject({
    sentence: expect.stringContaining('there is no /api/v0/instancez/') as string,
    deciding_rule: 'routing.unknown-path',
    findings: [{ kind: 'unmatched-request', advice: expect.any(String) as string }],
    user: 'renter (1001)',
    key: 'renter-key',
    curl: expect.stringContaining('/api/v0/instancez/') as string,
    previous: 1,
    next: 3,
    rewound: null,
  })
})

test('of a request that is gone the call says so', async () => {
  const sim = world()
  await sim.fetch('/api/v0/template/', { headers: KEY })
  sim.reset()
  expect((await sim.fetch('/_sim/journal/1')).status).toBe(404)
})
