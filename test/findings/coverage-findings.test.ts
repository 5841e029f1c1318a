import { describe, expect, test } from 'vitest'
import { simulate, type Simulated } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'
const INSTANCES = '/api/v0/instances/'
const RENT = '/api/v0/asks/12345678/'

interface Rules {
  readonly total: number
  readonly touched: number
  readonly rules: readonly { readonly id: string; readonly text: string; readonly hits: number }[]
}

interface Coverage {
  readonly operations: readonly { readonly id: string; readonly hits: number }[]
  readonly documented: Rules
  readonly assumed: Rules
  readonly injected: { readonly answers: number }
  readonly unmatched: { readonly requests: number }
}

interface Finding {
  readonly kind: string
  readonly operation: string | null
  readonly text: string
  readonly advice: string
  readonly times: number
  readonly exchange: number
}

const coverageOf = async ({ control }: Simulated): Promise<Coverage> =>
  (await control.get('/_sim/coverage')).body as Coverage

const findingsOf = async ({ control }: Simulated): Promise<readonly Finding[]> =>
  ((await control.get('/_sim/findings')).body as { findings: readonly Finding[] }).findings

const hitsOf = (list: readonly { readonly id: string; readonly hits: number }[]): Record<string, number> =>
  Object.fromEntries(list.filter(({ hits }) => hits > 0).map(({ id, hits }) => [id, hits]))

const pass = (world: Simulated): Promise<unknown> => world.control.post('/_sim/clock/advance', { seconds: 10 })

describe('coverage', () => {
  test('a fresh sandbox has touched nothing, and knows what there is', async () => {
    const { operations, documented, assumed, injected, unmatched } = await coverageOf(simulate())
    expect(operations).toHaveLength(11)
    expect(operations[0]).toEqual({
      id: 'network-volumes.list',
      method: 'POST',
      path: '/api/v0/network_volume/',
      hits: 0,
      injected: 0,
    })
    for (const { total, touched, rules } of [documented, assumed]) {
      expect({ total, touched }).toEqual({ total: rules.length, touched: 0 })
      expect(total).toBeGreaterThan(10)
    }
    const ids = [...documented.rules, ...assumed.rules].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect({ injected, unmatched }).toEqual({ injected: { answers: 0 }, unmatched: { requests: 0 } })
  })

  test('every answer counts its operation and its rules, documented and assumed apart', async () => {
    const world = simulate()
    const expected: Record<string, number> = {}
    const asks = [
      () => world.as('renter-key').get(INSTANCES),
      () => world.as('renter-key').get(INSTANCES),
      () => world.as('renter-key').post(TEMPLATES, { name: 'x', image: 'y' }),
      () => world.as('nobody').get(TEMPLATES),
      () => world.as(null).get('/api/v1/instances/'),
      () => world.as(null).get('/api/v0/nowhere/'),
    ]
    for (const ask of asks) {
      await ask()
      for (const rule of world.last().rules) expected[rule] = (expected[rule] ?? 0) + 1
    }
    const { operations, documented, assumed, unmatched } = await coverageOf(world)
    expect(hitsOf(operations)).toEqual({ 'instances.list': 2, 'templates.create': 1, 'templates.search': 1 })
    expect({ ...hitsOf(documented.rules), ...hitsOf(assumed.rules) }).toEqual(expected)
    expect(hitsOf(documented.rules)).toMatchObject({ 'instances.list.rate-limit': 1, 'templates.create.creates': 1 })
    expect(hitsOf(assumed.rules)).toMatchObject({ 'routing.other-version': 1, 'routing.unknown-path': 1 })
    expect(documented.touched + assumed.touched).toBe(Object.keys(expected).length)
    expect(unmatched).toEqual({ requests: 2 })
  })

  test('sandboxes count apart, a reset begins anew, a cleared journal takes nothing away', async () => {
    const world = simulate()
    await world.as('renter-key').get(TEMPLATES)
    await world.control.delete('/_sim/requests')
    expect(hitsOf((await coverageOf(world)).operations)).toEqual({ 'templates.search': 1 })
    const other = (await world.control.get('/~other/_sim/coverage')).body as Coverage
    expect(hitsOf(other.operations)).toEqual({})
    await world.control.post('/_sim/reset')
    expect(hitsOf((await coverageOf(world)).operations)).toEqual({})
  })
})

/** Everything right: waits, uses the latest hash_id, sends only fields that are read. */
async function cleanClient(world: Simulated): Promise<void> {
  const renter = world.as('renter-key')
  const { body } = await renter.post(TEMPLATES, { name: 'x', image: 'y', env: '-e A=1 -p 80:80', desc: '"env": {' })
  const edited = await renter.put(TEMPLATES, { hash_id: hashIn(body), name: 'z', env: '-e A=2', tag: null })
  expect(await renter.put(RENT, { template_hash_id: hashIn(edited.body) })).toMatchObject({ status: 200 })
  for (let polls = 0; polls < 3; polls++) {
    await pass(world)
    expect(await renter.get(INSTANCES)).toMatchObject({ status: 200 })
  }
}

const hashIn = (body: unknown): string => (body as { template: { hash_id: string } }).template.hash_id

test('a client that does everything right has no findings', async () => {
  const world = simulate()
  await cleanClient(world)
  expect(await findingsOf(world)).toEqual([])
})

interface Case {
  readonly kind: string
  readonly operation: string | null
  readonly text: string
  readonly act: (world: Simulated) => Promise<unknown>
  /** The exchange that shows it. */
  readonly exchange?: number
}

const createWith = (rest: object) => (world: Simulated) =>
  world.as('renter-key').post(TEMPLATES, { name: 'x', image: 'y', ...rest })

const cases: readonly Case[] = [
  {
    kind: 'env-as-object',
    operation: 'templates.create',
    text: 'env was sent as an object',
    act: createWith({ env: { A: '1' } }),
  },
  {
    kind: 'env-as-object',
    operation: 'instances.create',
    text: 'env was sent as an object',
    act: (world) => world.as('renter-key').put(RENT, { image: 'y', env: {} }),
  },
  {
    kind: 'template-id-at-creation',
    operation: 'instances.create',
    text: 'template_id was sent at creation',
    act: (world) => world.as('renter-key').put(RENT, { template_id: 9001 }),
  },
  {
    kind: 'unread-field',
    operation: 'templates.create',
    text: 'not read: imgae, colour',
    act: createWith({ imgae: 'z', colour: 'red' }),
  },
  {
    kind: 'stale-hash-id',
    operation: 'templates.edit',
    text: 'a retired hash_id was used',
    exchange: 3,
    act: async (world) => {
      const hash_id = hashIn((await createWith({})(world)).body)
      await world.as('renter-key').put(TEMPLATES, { hash_id, name: 'a' })
      await world.as('renter-key').put(TEMPLATES, { hash_id, name: 'b' })
    },
  },
  {
    kind: 'secret-in-url',
    operation: 'templates.search',
    text: 'a secret was sent in the URL',
    act: (world) => world.as('renter-key').get(`${TEMPLATES}?api_key=renter-key`),
  },
  {
    kind: 'unmatched-request',
    operation: null,
    text: 'GET /api/v0/nowhere/ is not an operation',
    act: (world) => world.as('renter-key').get('/api/v0/nowhere/'),
  },
  {
    kind: 'polling-faster-than-threshold',
    operation: 'instances.list',
    text: 'requests came faster than the threshold',
    exchange: 2,
    act: async (world) => {
      await world.as('renter-key').get(INSTANCES)
      await world.as('renter-key').get(INSTANCES)
    },
  },
]

test.each(cases)('$kind by $operation is found', async ({ kind, operation, text, act, exchange = 1 }) => {
  const world = simulate()
  await act(world)
  const advice = expect.stringMatching(/\w\.?$/) as unknown
  expect(await findingsOf(world)).toEqual([{ kind, operation, text, advice, times: 1, exchange }])
})

test.each(cases)('$kind by $operation is counted once, with its times', async ({ kind, operation, act }) => {
  const world = simulate(undefined, { rateLimit: { thresholds: { 'instances.list': 1 } } })
  const renting = operation === 'instances.create'
  for (let times = 0; times < 3; times++) {
    await act(world)
    await pass(world)
    if (renting) await world.control.put('/_sim/state', (await simulate().control.get('/_sim/state')).body)
  }
  expect(await findingsOf(world)).toMatchObject([{ kind, times: 3 }])
})

test('a refused request that is repeated inside the window is a finding of its own', async () => {
  const world = simulate()
  for (let sent = 0; sent < 4; sent++) await world.as('renter-key').get(INSTANCES)
  expect(await findingsOf(world)).toMatchObject([
    { kind: 'polling-faster-than-threshold', operation: 'instances.list', times: 1, exchange: 2 },
    { kind: 'retry-inside-window', operation: 'instances.list', times: 2, exchange: 3 },
  ])
})

test('a request with several findings reports each', async () => {
  const world = simulate(undefined, { strict: true })
  await world
    .as('renter-key')
    .post(`${TEMPLATES}?api_key=renter-key`, { name: 'n', image: 'i', nme: 1, env: { A: '1' } })
  const kinds = ['env-as-object', 'unread-field', 'secret-in-url', 'answer-rests-on-assumption']
  expect((await findingsOf(world)).map(({ kind, exchange }) => [kind, exchange])).toEqual(
    kinds.map((kind) => [kind, 1]),
  )
})

test('two clients that poll by turns are two clients', async () => {
  const world = simulate()
  for (const key of ['renter-key', 'host-key']) await world.as(key).get(INSTANCES)
  expect(await findingsOf(world)).toEqual([])
})

test('an env inside another field is not an env sent as an object', async () => {
  const world = simulate()
  await createWith({ env: '-e A=1', volume_info: { env: {} } })(world)
  expect(await findingsOf(world)).toEqual([])
})

test('only with strict an answer that rests on an assumption is a finding', async () => {
  const world = simulate(undefined, { strict: true })
  await world.as('host-key').post('/api/v0/network_volume/', {})
  expect(world.last().basis).toBe('documented')
  expect(await findingsOf(world)).toEqual([])
  await cleanClient(world)
  const found = await findingsOf(world)
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['answer-rests-on-assumption']))
  expect(found.map(({ operation }) => operation)).toContain('templates.create')
})

test('a finding is short, however long the name of the field', async () => {
  const world = simulate()
  await createWith({ ['x'.repeat(500_000)]: 1 })(world)
  const [found] = await findingsOf(world)
  expect(found).toMatchObject({ kind: 'unread-field' })
  expect(found?.text.length).toBeLessThan(2000)
})
