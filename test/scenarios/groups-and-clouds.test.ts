import { expect, test } from 'vitest'
import { simulate, type Simulated } from '../support/simulate.ts'

const GROUP = '/api/v0/endptjobs/4242/'
const CLOUDS = '/api/v0/users/cloud_integrations/'
const INSTANCES = '/api/v0/instances/'
const under = (scenario: string) => simulate(undefined, { scenario })
const update = ({ as }: Simulated, body: object = { min_load: 7 }) => as('renter-key').put(GROUP, body)
const advance = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })
const groups = async ({ control }: Simulated) =>
  ((await control.get('/_sim/state')).body as { endpoint_groups: Record<string, unknown>[] }).endpoint_groups
const updated = { status: 200, body: { success: true } }
const notFound = {
  status: 400,
  body: { success: false, error: 'invalid_args', msg: 'you have no endpoint group 4242' },
}

test('endpoint-group-not-found: the group of another user is reported as invalid_args and stays as it was', async () => {
  const world = under('endpoint-group-not-found')
  expect(await update(world)).toEqual(notFound)
  expect(world.last().rules).toContain('endpoint-groups.update.group-unknown')
  expect(world.last().basis).toBe('assumed')
  expect(await groups(world)).toMatchObject([{ id: 4242, user_id: 1002, min_load: 0 }])
})

test('endpoint-group-vanishes: an update succeeds, and a minute later the group is unknown', async () => {
  const world = under('endpoint-group-vanishes')
  expect(await update(world)).toEqual(updated)
  expect((await advance(world, 60)).body).toMatchObject({ happened: [{ text: 'endpoint_groups 4242 disappears' }] })
  expect(await update(world)).toEqual(notFound)
  expect((await groups(world)).map(({ id }) => id)).toEqual([4343])
})

test('target-util-refused: a value in range is refused, and the old one stays', async () => {
  const world = under('target-util-refused')
  expect(await update(world, { target_util: 0.5 })).toEqual({
    status: 400,
    body: { success: false, error: 'invalid_args', msg: 'target_util is at most 1.0.' },
  })
  expect(world.last().basis).toBe('injected')
  expect(await groups(world)).toMatchObject([{ id: 4242, target_util: 0.9 }, { id: 4343 }])
})

test('cloud-connections-error: the listing fails in the documented shape, with a status of choice', async () => {
  const world = under('cloud-connections-error')
  const body = { success: false, error: 'internal_error', msg: 'the cloud connections cannot be read' }
  expect(await world.as('renter-key').get(CLOUDS)).toEqual({ status: 500, body })
  expect(world.last().basis).toBe('injected')
  await world.control.put('/_sim/scenario', { name: 'cloud-connections-error', params: { status: 403 } })
  expect(await world.as('renter-key').get(CLOUDS)).toEqual({ status: 403, body })
})

test.each([
  { scenario: 'instances-rate-limited', method: 'GET', path: INSTANCES, body: undefined, threshold: '2.0' },
  { scenario: 'endpoint-update-rate-limited', method: 'PUT', path: GROUP, body: { min_load: 7 }, threshold: '2.0' },
  { scenario: 'cloud-connections-rate-limited', method: 'GET', path: CLOUDS, body: undefined, threshold: '2.9' },
])('$scenario: the first request is told the threshold $threshold, a later one is served', async (each) => {
  const { scenario, method, path, body, threshold } = each
  const world = under(scenario)
  const send = () => world.as('renter-key').send(method, path, body)
  const limited = {
    status: 429,
    body: { detail: `API requests too frequent endpoint threshold=${threshold}` },
  }
  expect(await send()).toEqual(limited)
  expect(world.last().basis).toBe('injected')
  await advance(world, 3)
  expect(await send()).toMatchObject({ status: 200 })
  expect(world.last().basis).not.toBe('injected')

  await world.control.put('/_sim/scenario', { name: scenario, params: { times: 2 } })
  const statuses = []
  for (let again = 0; again < 3; again += 1) {
    statuses.push((await send()).status)
    await advance(world, 3)
  }
  expect(statuses).toEqual([429, 429, 200])
})

test('rate-limited-polling: one listing in half a minute is served, whatever the server was started with', async () => {
  const world = simulate(undefined, { scenario: 'rate-limited-polling', rateLimit: { enabled: false } })
  const poll = async () => (await world.as('renter-key').get(INSTANCES)).status
  expect(await poll()).toBe(200)
  await advance(world, 29.999)
  expect(await world.as('renter-key').get(INSTANCES)).toEqual({
    status: 429,
    body: { detail: 'API requests too frequent endpoint threshold=30.0' },
  })
  expect(world.last().hint).toContain(
    'is accepted at 2026-01-01T00:00:30.000Z; the clock stands at 2026-01-01T00:00:29.999Z: ',
  )
  await advance(world, 0.001)
  expect(await poll()).toBe(200)
  await world.control.put('/_sim/scenario', { name: 'rate-limited-polling', params: { threshold_s: 5 } })
  expect([await poll(), await poll()]).toEqual([200, 429])
  await advance(world, 5)
  expect(await poll()).toBe(200)
})
