import { expect, test } from 'vitest'
import { simulate, type Simulated, START_CLOCK } from '../support/simulate.ts'

const SCENARIO = '/_sim/scenario'
const LIST = '/api/v0/instances/'
const description =
  'The listing fails at first, then answers. Use it to see that a poller retries a 503 and shows no half result.'
const active = (params: object = {}) => ({
  status: 200,
  body: { active: { name: 'flaky-listing', params, description } },
})
const none = { status: 200, body: { active: null } }
/** What a call answers that changes the world. */
const begun = <Body extends object>({ status, body }: { readonly status: number; readonly body: Body }) => ({
  status,
  body: { ...body, clock: START_CLOCK },
})
const unlimited = { rateLimit: { enabled: false } }

const statuses = async (world: Simulated, count: number, path = LIST) => {
  const seen: number[] = []
  for (let nth = 0; nth < count; nth += 1) seen.push((await world.as('renter-key').get(path)).status)
  return seen
}
const activeName = async ({ control }: Simulated, path = SCENARIO) =>
  ((await control.get(path)).body as { active: { name: string } | null }).active?.name
const faults = async ({ control }: Simulated) => (await control.get('/_sim/faults')).body

test('a scenario is activated by name, shown, and taken away', async () => {
  const world = simulate(undefined, unlimited)
  expect(await world.control.get(SCENARIO)).toEqual(none)
  expect(await world.control.put(SCENARIO, { name: 'flaky-listing' })).toEqual(begun(active()))
  expect(await world.control.get(SCENARIO)).toEqual(active())
  expect(await statuses(world, 3)).toEqual([503, 503, 200])
  expect(await world.control.delete(SCENARIO)).toEqual(begun(none))
  expect(await world.control.get(SCENARIO)).toEqual(none)
  expect(await faults(world)).toEqual({ faults: [], held: [] })
  expect(await statuses(world, 1)).toEqual([200])
})

test('params by name change what it does', async () => {
  const world = simulate(undefined, unlimited)
  const params = { failures: 1 }
  expect(await world.control.put(SCENARIO, { name: 'flaky-listing', params })).toEqual(begun(active(params)))
  expect(await world.control.get(SCENARIO)).toEqual(active(params))
  expect(await statuses(world, 2)).toEqual([503, 200])
})

test('a scenario may come inline, with params of its own', async () => {
  const world = simulate(undefined, unlimited)
  const scenario = {
    name: 'mine',
    description: 'Mine.',
    params: { status: { type: 'number' } },
    faults: [{ name: 'down', match: { operation: 'instances.list' }, effect: { status: '${status}' } }],
  }
  expect(await world.control.put(SCENARIO, { scenario, params: { status: 418 } })).toEqual({
    status: 200,
    body: { active: { name: 'mine', params: { status: 418 }, description: 'Mine.' }, clock: START_CLOCK },
  })
  expect(await statuses(world, 1)).toEqual([418])
})

test('activation is a fresh start: rows, journal and counters; the clock goes on', async () => {
  const world = simulate(undefined, { scenario: 'flaky-listing', ...unlimited })
  const before = (await world.control.get('/_sim/state')).body
  await world.as('renter-key').put('/api/v0/asks/12345678/', { image: 'library/ubuntu' })
  await statuses(world, 3)
  await world.control.post('/_sim/clock/advance', { seconds: 60 })
  await world.control.put(SCENARIO, { name: 'flaky-listing' })
  expect((await world.control.get('/_sim/state')).body).toEqual(before)
  expect((await world.control.get('/_sim/clock')).body).toMatchObject({ now: '2026-01-01T00:01:00.000Z' })
  expect((await world.control.get('/_sim/requests')).body).toEqual({ dropped: 0, requests: [] })
  expect(await statuses(world, 3)).toEqual([503, 503, 200])
})

test.each([
  {
    why: 'an unknown name',
    body: { name: 'flaky-listin' },
    msg: 'there is no scenario named "flaky-listin"; did you mean flaky-listing?',
  },
  {
    why: 'an unknown parameter',
    body: { name: 'flaky-listing', params: { failure: 1 } },
    msg: 'scenarios/flaky-listing.yaml:6: params: there is no parameter "failure"; did you mean "failures"?',
  },
  {
    why: 'a parameter of another type',
    body: { name: 'flaky-listing', params: { failures: '1' } },
    msg: 'scenarios/flaky-listing.yaml:6: params: the parameter failures is a number, not "1"',
  },
  {
    why: 'a parameter out of range, at the place that uses it',
    body: { name: 'flaky-listing', params: { failures: -1 } },
    msg: expect.stringMatching(/^scenarios\/flaky-listing\.yaml:11: faults\.0\.when\.times: /) as string,
  },
  {
    why: 'a parameter that is missing',
    body: { scenario: { name: 'x', description: 'd', params: { a: { type: 'number' } } } },
    msg: 'params: the parameter a has no default and is not given',
  },
  {
    why: 'a fixture that there is not',
    body: { scenario: { name: 'x', description: 'd', fixture: 'defalt' } },
    msg: 'fixture: there is no fixture named "defalt"; did you mean default?',
  },
  { why: 'neither name nor scenario', body: {}, msg: expect.stringContaining('name') as string },
  {
    why: 'name and scenario',
    body: { name: 'flaky-listing', scenario: { name: 'x', description: 'd' } },
    msg: 'names a scenario with name, or brings its document as scenario',
  },
  {
    why: 'the name in place of the document',
    body: { scenario: 'flaky-listing' },
    msg: 'scenario: is not a document: to start a shipped scenario, send its "name"',
  },
])('$why is refused with 400, and what was active stays', async ({ body, msg }) => {
  const world = simulate(undefined, { scenario: 'slow-boot', ...unlimited })
  await statuses(world, 2)
  const before = (await world.control.get('/_sim/requests')).body
  expect(await world.control.put(SCENARIO, body)).toEqual({ status: 400, body: { error: 'invalid_args', msg } })
  expect(await activeName(world)).toBe('slow-boot')
  expect((await world.control.get('/_sim/requests')).body).toEqual(before)
})

test('DELETE goes back to the server without its scenario, reset goes back to it', async () => {
  const world = simulate(undefined, { scenario: 'empty-account' })
  const rows = async () => ((await world.control.get('/_sim/state')).body as { offers?: unknown[] }).offers?.length ?? 0
  expect(await rows()).toBe(0)
  await world.control.delete(SCENARIO)
  expect(await activeName(world)).toBeUndefined()
  expect(await rows()).toBeGreaterThan(0)
  await world.control.put(SCENARIO, { name: 'flaky-listing' })
  expect(await world.control.post('/_sim/reset')).toEqual(
    begun({ status: 200, body: { reset: true, sandbox: 'default' } }),
  )
  expect(await activeName(world)).toBe('empty-account')
  expect(await rows()).toBe(0)
})

test('reset without a body goes back to no scenario where the server has none', async () => {
  const world = simulate()
  await world.control.put(SCENARIO, { name: 'flaky-listing' })
  await world.control.post('/_sim/reset')
  expect(await world.control.get(SCENARIO)).toEqual(none)
})

test('reset may name a scenario or bring one, and what else it names wins', async () => {
  const world = simulate(undefined, unlimited)
  expect(await world.control.post('/_sim/reset', { scenario: 'expired-listing' })).toMatchObject({ status: 200 })
  expect(await activeName(world)).toBe('expired-listing')
  const scenario = { name: 'inline', description: 'd', clock: { at: '2027-01-01T00:00:00Z' } }
  await world.control.post('/_sim/reset', { scenario })
  expect((await world.control.get('/_sim/clock')).body).toEqual({ now: '2027-01-01T00:00:00.000Z', mode: 'frozen' })
  await world.control.post('/_sim/reset', { scenario, clock: { at: '2028-01-01T00:00:00Z' }, fixture: 'empty' })
  expect((await world.control.get('/_sim/clock')).body).toEqual({ now: '2028-01-01T00:00:00.000Z', mode: 'frozen' })
  expect(await activeName(world)).toBe('inline')
  expect(await world.control.post('/_sim/reset', { scenario: 'inlin' })).toMatchObject({ status: 400 })
  expect(await activeName(world)).toBe('inline')
})

test('each sandbox has a scenario of its own', async () => {
  const world = simulate(undefined, unlimited)
  await world.control.put('/~a/_sim/scenario', { name: 'flaky-listing' })
  await world.control.put('/~b/_sim/scenario', { name: 'instances-rate-limited' })
  expect(await statuses(world, 1)).toEqual([200])
  expect(await statuses(world, 3, `/~a${LIST}`)).toEqual([503, 503, 200])
  expect(await statuses(world, 2, `/~b${LIST}`)).toEqual([429, 200])
  expect(await activeName(world)).toBeUndefined()
  expect(await activeName(world, '/~a/_sim/scenario')).toBe('flaky-listing')
  await world.control.delete('/~a/_sim/scenario')
  expect(await activeName(world, '/~b/_sim/scenario')).toBe('instances-rate-limited')
})

test('a new sandbox starts under the scenario of the server, counters at zero', async () => {
  const world = simulate(undefined, { scenario: 'flaky-listing', ...unlimited })
  expect(await statuses(world, 3)).toEqual([503, 503, 200])
  expect(await statuses(world, 3, `/~new${LIST}`)).toEqual([503, 503, 200])
})

test('the list shows a scenario with a parameter without a default', async () => {
  const text = 'name: strict\ndescription: Wants a number.\nparams: { a: { type: number } }\n'
  const scenarios = { names: () => ['strict'], find: () => ({ text, file: 'strict.yaml' }) }
  const world = simulate(undefined, { scenarios })
  expect(await world.control.get('/_sim/scenarios')).toEqual({
    status: 200,
    body: {
      scenarios: [
        {
          name: 'strict',
          description: 'Wants a number.',
          provider_states: [],
          params: { a: { type: 'number' } },
          brings: [],
        },
      ],
    },
  })
})
