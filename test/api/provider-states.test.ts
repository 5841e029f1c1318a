import { describe, expect, test } from 'vitest'
import { DocumentStore } from '../../src/testing/fixtures/document-store.ts'
import { shippedFixtures, shippedScenarios } from '../../src/testing/fixtures/library.ts'
import { simulate, type Simulated, START, START_CLOCK as clock } from '../support/simulate.ts'

const STATES = '/_sim/pact/provider-states'
const LIST = '/api/v0/instances/'

const setUp = ({ control }: Simulated, state: string, params?: unknown, sandbox = '') =>
  control.post(sandbox + STATES, { consumer: 'web', state, action: 'setup', ...(params !== undefined && { params }) })

const active = async ({ control }: Simulated, sandbox = '') =>
  ((await control.get(`${sandbox}/_sim/scenario`)).body as { active: { name: string; params: object } | null }).active

const scenarios = new DocumentStore({ fixtures: shippedFixtures, scenarios: shippedScenarios }).scenarios()
const states = scenarios.flatMap(({ name, provider_states }) =>
  [name, ...provider_states].map((state) => ({ state, scenario: name })),
)

describe('every provider state of the shipped scenarios', () => {
  const world = simulate()

  test.each(states)('$state', async ({ state, scenario }) => {
    expect(await setUp(world, state)).toEqual({ status: 200, body: expect.any(Object) as unknown })
    expect((await active(world))?.name).toBe(scenario)
    await world.control.post(STATES, { state, action: 'teardown' })
  })

  test('is listed once, and every scenario has one', () => {
    expect(states.length).toBeGreaterThan(2 * 45)
    expect(new Set(states.map(({ state }) => state)).size).toBe(states.length)
    expect(scenarios.filter(({ provider_states }) => provider_states.length === 0)).toEqual([])
  })
})

describe('setting up', () => {
  test('starts the scenario anew with its parameters, whatever was before', async () => {
    const world = simulate()
    await world.as('renter-key').get(LIST)
    await world.control.post('/_sim/faults', { name: 'mine', effect: { reset: true } })
    await world.control.post('/_sim/snapshots', { name: 's' })
    expect(await setUp(world, 'the listing is flaky', { failures: 1 })).toMatchObject({ status: 200 })
    expect(await active(world)).toMatchObject({ name: 'flaky-listing', params: { failures: 1 } })
    expect((await world.control.get('/_sim/faults')).body).toMatchObject({ faults: [{ name: 'listing-down' }] })
    expect((await world.control.get('/_sim/snapshots')).body).toEqual({ snapshots: [] })
    expect((await world.control.get('/_sim/requests')).body).toMatchObject({ requests: [] })
    expect(await world.as('renter-key').get(LIST)).toMatchObject({ status: 503 })
    await world.control.post('/_sim/clock/advance', { seconds: 60 })
    expect(await world.as('renter-key').get(LIST)).toMatchObject({ status: 200 })
  })

  test('answers with the identifiers that a pact may use, of the first row of each kind', async () => {
    const world = simulate()
    const { body } = await setUp(world, '')
    const state = (await world.control.get('/_sim/state')).body as Record<string, { id: number; hash_id?: string }[]>
    const first = (collection: string) => Math.min(...(state[collection] ?? []).map(({ id }) => id))
    const hash = state.templates?.find(({ id }) => id === first('templates'))?.hash_id
    expect(hash).toMatch(/^[0-9a-f]{32}$/)
    expect(body).toEqual({
      clock,
      user_id: first('users'),
      disk_id: first('network_disks'),
      ask_contract_id: first('network_volume_offers'),
      template_id: first('templates'),
      hash_id: hash,
      template_hash_id: hash,
      offer_id: expect.any(Number) as unknown,
      volume_id: first('volumes'),
      volume_offer_id: first('volume_offers'),
      instance_id: first('instances'),
      endpoint_group_id: first('endpoint_groups'),
      cloud_connection_id: first('cloud_connections'),
    })
  })

  test('names an offer that can be rented, and leaves out what there is none of', async () => {
    const offers = [600, 601].map((id) => ({ id, host_id: 1002 }))
    const world = simulate({ offers, instances: [{ id: 31, user_id: 1001, offer_id: 600 }] })
    expect((await setUp(world, '')).body).toEqual({ clock, user_id: 1001, offer_id: 601, instance_id: 31 })
    expect(await world.as('renter-key').put('/api/v0/asks/601/', { image: 'x' })).toMatchObject({ status: 200 })
    expect((await setUp(simulate({}), '')).body).toEqual({ clock, user_id: 1001 })
  })

  test('answers with the parameters too: a given one wins over the default, and over a row', async () => {
    const world = simulate()
    expect((await setUp(world, 'flaky-listing')).body).toMatchObject({ failures: 2, user_id: 1001 })
    await world.control.post(STATES, { state: 'flaky-listing', action: 'teardown' })
    expect((await setUp(world, 'disk-of-someone-else', { disk_id: 777 })).body).toEqual({
      clock,
      user_id: 1001,
      disk_id: 777,
    })
  })

  test('takes null for no parameters, and setup for no action', async () => {
    const world = simulate()
    expect(await world.control.post(STATES, { state: 'flaky-listing', params: null })).toMatchObject({ status: 200 })
    expect(await active(world)).toMatchObject({ name: 'flaky-listing', params: {} })
  })

  test('the empty state is the start, with the scenario that the server was started with', async () => {
    const world = simulate(undefined, { scenario: 'flaky-listing' })
    await setUp(world, 'slow-boot')
    expect(await setUp(world, '')).toMatchObject({ status: 200 })
    expect(await active(world)).toMatchObject({ name: 'flaky-listing' })
  })
})

test('tearing down goes back to the start, whatever the state is called', async () => {
  for (const state of ['flaky-listing', 'no state at all', '']) {
    const world = simulate()
    const before = (await world.control.get('/_sim/state')).body
    await setUp(world, 'the account is empty')
    expect(await world.control.post(STATES, { state, action: 'teardown' })).toEqual({ status: 200, body: { clock } })
    expect([await active(world), (await world.control.get('/_sim/state')).body]).toEqual([null, before])
  }
})

/** A world that was used, and how it looks. */
async function used() {
  const world = simulate()
  await setUp(world, 'slow-boot')
  await world.control.post('/_sim/clock/advance', { seconds: 5 })
  const look = async () => [
    await active(world),
    (await world.control.get('/_sim/clock')).body,
    (await world.control.get('/_sim/state')).body,
  ]
  return { world, look, before: await look() }
}

const yours = (state: string): string =>
  `rental-sim scenarios lists them, and rental-sim/scenarios/mine.yaml makes it one: { name: mine, description: mine, provider_states: ["${state}"], fixture: default }`

describe('what cannot be set up changes nothing', () => {
  test.each([
    { state: 'the listing is flakey', nearest: 'did you mean "the listing is flaky"?' },
    { state: 'Flaky-Listing', nearest: expect.stringMatching(/^did you mean .*"flaky-listing".*\?$/) as unknown },
    { state: 'xyzzy, quite unlike any other', nearest: yours('xyzzy, quite unlike any other') },
    { state: '__proto__', nearest: yours('__proto__') },
  ])('no state "$state"', async ({ state, nearest }) => {
    const { world, look, before } = await used()
    const { status, body } = await setUp(world, state)
    const { error, msg } = body as { error: string; msg: string }
    const [known, hint] = msg.split('; ')
    expect({ status, error, known, hint }).toEqual({
      status: 404,
      error: 'not_found',
      known: `there is no provider state "${state}"`,
      hint: nearest,
    })
    expect(await look()).toEqual(before)
  })

  test.each([
    {
      body: { state: 'flaky-listing', params: { failurs: 1 } },
      msg: /no parameter "failurs"; did you mean "failures"\?/,
    },
    { body: { state: 'flaky-listing', params: { failures: 'two' } }, msg: /failures is a number, not "two"/ },
    { body: { state: 'flaky-listing', params: { failures: -1 } }, msg: /faults\.0\.when\.times: / },
    { body: { state: 'flaky-listing', params: { failures: [1] } }, msg: /^params\.failures: / },
    { body: { state: 'flaky-listing', params: 5 }, msg: /^params: / },
    { body: { state: 'flaky-listing', action: 'set' }, msg: /^action: / },
    { body: { state: 5 }, msg: /^state: / },
    { body: {}, msg: /^state: is missing$/ },
  ])('$body', async ({ body, msg }) => {
    const { world, look, before } = await used()
    expect(await world.control.post(STATES, body)).toEqual({
      status: 400,
      body: { error: 'invalid_args', msg: expect.stringMatching(msg) as unknown },
    })
    expect(await look()).toEqual(before)
  })
})

test('a state is set up in the sandbox that is asked, and in no other', async () => {
  const world = simulate()
  await setUp(world, 'expired-listing', undefined, '/~a')
  await world.control.post(STATES, { state: 'slow-boot' }, { headers: { 'X-Sim-Sandbox': 'b' } })
  await world.control.post('/~a/_sim/clock/advance', { seconds: 90 })
  const names = []
  for (const sandbox of ['/~a', '/~b', '', '/~c']) names.push((await active(world, sandbox))?.name)
  expect(names).toEqual(['expired-listing', 'slow-boot', undefined, undefined])
  await world.control.post(`/~b${STATES}`, { state: 'slow-boot', action: 'teardown' })
  expect([(await active(world, '/~a'))?.name, await active(world, '/~b')]).toEqual(['expired-listing', null])
  expect((await world.control.get('/_sim/clock')).body).toEqual({ now: START, mode: 'frozen' })
})
