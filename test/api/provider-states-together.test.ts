import { describe, expect, test } from 'vitest'
import type { Library, SimulatorOptions } from '../../src/index.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const STATES = '/_sim/pact/provider-states'
const EMPTY = 'the account is empty'
const FLAKY = 'the listing is flaky'
const UNREADABLE = 'the cloud connections cannot be read'

interface State {
  readonly state: string
  readonly params?: object
}

const named = (state: string | State): State => (typeof state === 'string' ? { state } : state)

async function setUp({ control }: Simulated, ...states: readonly (string | State)[]) {
  const answers = []
  for (const each of states) answers.push(await control.post(STATES, named(each)))
  return answers
}

/** What the listing and the cloud connections answer then, and again: `status rows status; status rows status`. */
async function look(world: Simulated): Promise<string> {
  const renter = world.as('renter-key')
  const told = async () => {
    const { status, body } = await renter.get('/api/v0/instances/')
    const { instances_found: found = [] } = body as { instances_found?: number }
    return [status, found, (await renter.get('/api/v0/users/cloud_integrations/')).status].flat().join(' ')
  }
  return `${await told()}; ${await told()}`
}

const unlimited: SimulatorOptions = { rateLimit: { enabled: false } }
const inWorld = (options: SimulatorOptions = unlimited) => simulate(undefined, options)
const flaky = { state: FLAKY, params: { failures: 1 } }

describe('states that are set up one after the other, without a request between, hold together', () => {
  test.each([
    { states: [EMPTY], seen: '200 0 200; 200 0 200' },
    { states: [flaky], seen: '503 200; 200 1 200' },
    { states: [EMPTY, flaky], seen: '503 200; 200 0 200' },
    { states: [flaky, EMPTY], seen: '503 200; 200 0 200' },
    { states: [flaky, { state: UNREADABLE, params: { status: 418 } }, EMPTY], seen: '503 418; 200 0 418' },
    { states: [flaky, flaky], seen: '503 200; 200 1 200' },
    { states: [EMPTY, ''], seen: '200 1 200; 200 1 200' },
  ])('$states', async ({ states, seen }) => {
    const world = inWorld()
    for (const { status } of await setUp(world, ...states)) expect(status).toBe(200)
    expect(await look(world)).toEqual(seen)
  })

  test('with the values of both, and the name of both', async () => {
    const world = inWorld()
    const [, { body } = {}] = await setUp(world, flaky, { state: 'instances boot slowly', params: { seconds: 30 } })
    expect(body).toMatchObject({ failures: 1, seconds: 30, instance_id: 31 })
    expect((await world.control.get('/_sim/scenario')).body).toMatchObject({
      active: { name: 'flaky-listing_and_slow-boot', params: { failures: 1, seconds: 30 } },
    })
  })

  test.each([
    { what: 'a request', act: ({ as }: Simulated) => as('host-key').get('/api/v0/instances/') },
    { what: 'a teardown', act: ({ control }: Simulated) => control.post(STATES, { state: EMPTY, action: 'teardown' }) },
    { what: 'a scenario', act: ({ control }: Simulated) => control.put('/_sim/scenario', { name: 'empty-account' }) },
    { what: 'a reset', act: ({ control }: Simulated) => control.post('/_sim/reset') },
    { what: 'a state that is refused', act: ({ control }: Simulated) => control.post(STATES, { state: 'none such' }) },
  ])('but not across $what', async ({ act }) => {
    const world = inWorld()
    await setUp(world, EMPTY)
    await act(world)
    await setUp(world, flaky)
    expect(await look(world)).toEqual('503 200; 200 1 200')
  })

  test('nor in another sandbox', async () => {
    const world = inWorld()
    await setUp(world, EMPTY)
    await world.control.post(`/~other${STATES}`, flaky)
    expect(await look(world)).toEqual('200 0 200; 200 0 200')
  })
})

const library = (texts: Readonly<Record<string, string>>): Library => ({
  names: () => Object.keys(texts),
  find: (name) => {
    const text = texts[name]
    return text === undefined ? undefined : { text, file: `${name}.yaml` }
  },
})

const extra = (id: number) => `cloud_connections: [{ id: ${id}, user_id: 1001, cloud_type: s3, name: c${id} }]`

/** Scenarios of one's own, `a` and `b`, in YAML. */
const written = (a: string, b: string): SimulatorOptions => ({
  ...unlimited,
  fixture: 'people',
  scenarios: library({ a: `name: a\ndescription: d\n${a}`, b: `name: b\ndescription: d\n${b}` }),
  fixtures: library({
    people: 'users: [{ id: 1001, name: renter, api_keys: [{ key: renter-key }] }]',
    five: extra(5),
    six: extra(6),
    'six-too': extra(6),
  }),
})

const connections = async ({ as }: Simulated) =>
  ((await as('renter-key').get('/api/v0/users/cloud_integrations/')).body as { id: number }[]).map(({ id }) => id)

test('fixtures that states name are put together', async () => {
  const world = inWorld(written('fixture: [people, five]', 'fixture: [people, six]'))
  await setUp(world, 'a')
  expect(await connections(world)).toEqual([5])
  await setUp(world, 'a', 'b')
  expect(await connections(world)).toEqual([5, 6])
})

const fault = (name: string, effect: string, match = '{ operation: instances.list }') =>
  `faults: [{ name: ${name}, match: ${match}, effect: ${effect} }]`
const stub = (status: number) => `stubs: [{ name: s, match: { path: /x }, answer: { status: ${status} } }]`
const timeline = 'timeline: [{ after: 5, set: { users: { 1001: { name: other } } } }]'

describe('two states that do not contradict each other are set up', () => {
  test.each([
    ['clock: frozen', 'clock: frozen'],
    ['clock: frozen', 'rate_limit: { enabled: true }'],
    ['dialect: observed', 'rules: { instances.list.further-fields: shown }'],
    ['rules: { instances.list.further-fields: shown }', 'rules: { instances.list.further-fields: shown }'],
    ['fixture: people', 'fixture: [people, five]'],
    [fault('one', '{ status: 500 }'), fault('two', '{ latency_ms: 10 }')],
    [fault('one', '{ status: 500 }'), fault('two', '{ status: 500 }', '{ operation: templates.search }')],
    [stub(200), timeline],
    [timeline, timeline],
    ["params: { a: { type: string, default: '$${x}' } }", 'params: { b: { type: number, default: 2 } }'],
  ])('%s and %s', async (a, b) => {
    const world = inWorld(written(a, b))
    expect(await setUp(world, 'a', 'b')).toMatchObject([{ status: 200 }, { status: 200 }])
  })
})

describe('a state that contradicts the one before is refused, and says why', () => {
  test.each([
    ['clock: frozen', 'clock: real', 'each names its own clock'],
    ['rate_limit: { enabled: true }', 'rate_limit: { enabled: false }', 'each names its own rate_limit'],
    [
      'progression: { instances: { mode: manual } }',
      'progression: { instances: { mode: reads, n: 2 } }',
      'each names its own progression',
    ],
    ['dialect: observed', 'dialect: documented', 'each names its own dialect'],
    [
      'rules: { instances.list.further-fields: shown }',
      'rules: { instances.list.further-fields: none }',
      'each chooses otherwise at the rule instances.list.further-fields',
    ],
    ['fixture: people', 'fixture: {}', 'both define data. Write one scenario for both, or let each name a fixture.'],
    [
      'fixture: [people, six]',
      'fixture: [people, six-too]',
      'cloud_connections.0.id: 6 is taken by cloud_connections.0 of six.yaml',
    ],
    [fault('one', '{ status: 500 }'), fault('one', '{ status: 501 }'), 'each has its own "one" in faults'],
    [
      fault('one', '{ status: 500 }'),
      fault('two', '{ hang: true }', '{}'),
      'the faults one and two both answer instances.list',
    ],
    [stub(200), stub(201), 'each has its own "s" in stubs'],
  ])('%s and %s: %s', async (a, b, why) => {
    const world = inWorld(written(a, b))
    const [first, second] = await setUp(world, 'a', 'b')
    expect([first?.status, second]).toEqual([
      200,
      { status: 400, body: { error: 'invalid_args', msg: expect.stringContaining(why) as unknown } },
    ])
    expect((await world.control.get('/_sim/scenario')).body).toMatchObject({ active: { name: 'a' } })
  })
})
