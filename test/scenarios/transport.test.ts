import { expect, test } from 'vitest'
import { simulate, type Simulated } from '../support/simulate.ts'

const LIST = '/api/v0/instances/'
const unlimited = { rateLimit: { enabled: false } }
const under = (scenario: string) => simulate(undefined, { scenario, ...unlimited })

/** The answer as it comes, whatever it holds. */
const listing = ({ simulator }: Simulated) =>
  simulator.fetch(new Request(`http://sim.test${LIST}`, { headers: { Authorization: 'Bearer renter-key' } }))
const served = async (world: Simulated) => {
  const response = await listing(world)
  return { status: response.status, text: await response.text() }
}
const real = await served(simulate())
const counts = async ({ control }: Simulated) =>
  ((await control.get('/_sim/faults')).body as { faults: { matched: number; fired: number }[] }).faults.map(
    ({ matched, fired }) => ({ matched, fired }),
  )

test('gateway-html: a page comes with 502, and then the answer', async () => {
  const world = under('gateway-html')
  const response = await listing(world)
  expect(response.status).toBe(502)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('x-sim-basis')).toBe('injected')
  expect(await response.text()).toMatch(/^<!DOCTYPE html>/)
  expect(await served(world)).toEqual(real)
})

test('truncated-body: the body breaks off half way, and then comes whole', async () => {
  const world = under('truncated-body')
  const response = await listing(world)
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(real.text)))
  await expect(response.text()).rejects.toThrow('terminated')
  expect(await served(world)).toEqual(real)
})

test('malformed-body: the text is nearly right and no JSON', async () => {
  const world = under('malformed-body')
  const { status, text } = await served(world)
  expect({ status, text }).toEqual({ status: 200, text: `${real.text.slice(0, -1)},` })
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  expect(await served(world)).toEqual(real)
})

test('garbage-body: the bytes under the JSON head are no JSON', async () => {
  const world = under('garbage-body')
  const response = await listing(world)
  expect(response.headers.get('content-type')).toBe('application/json')
  const text = await response.text()
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  expect(await served(world)).toEqual(real)
})

test('wrong-content-type: the same JSON comes as text', async () => {
  const response = await listing(under('wrong-content-type'))
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe(real.text)
})

test.each([
  { scenario: 'connection-reset', cause: 'read ECONNRESET' },
  { scenario: 'empty-reply', cause: 'other side closed' },
])('$scenario: nothing happens and no answer comes, and the repeat is served', async ({ scenario, cause }) => {
  const world = simulate(undefined, unlimited)
  await world.control.put('/_sim/scenario', { name: scenario, params: { operation: 'instances.create', times: 2 } })
  const rent = () => world.as('renter-key').put('/api/v0/asks/12345678/', { image: 'library/ubuntu' })
  for (const _ of 'ab')
    await expect(rent()).rejects.toMatchObject({ message: 'fetch failed', cause: { message: cause } })
  expect(await rent()).toEqual({ status: 200, body: { success: true, new_contract: 32 } })
  expect(await served(world)).toMatchObject({ status: 200 })
  expect(await counts(world)).toEqual([{ matched: 3, fired: 2 }])
  expect((await world.control.get('/_sim/requests?basis=injected')).body).toMatchObject({
    requests: [{ fault: { happened: false } }, { fault: { happened: false } }],
  })
})

test('hanging-request: the answer comes when the clock has passed half a minute', async () => {
  const world = under('hanging-request')
  const pending = served(world)
  let answered = false
  void pending.then(() => (answered = true))
  await world.control.post('/_sim/clock/advance', { seconds: 29 })
  expect(answered).toBe(false)
  expect((await world.control.post('/_sim/clock/advance', { seconds: 1 })).body).toMatchObject({
    happened: [{ at: '2026-01-01T00:00:30.000Z', text: 'exchange 1 goes on (fault hanging)' }],
  })
  expect(await pending).toMatchObject({ status: 200 })
})

test('slow-drip: the real answer comes in four parts, a second apart', async () => {
  const world = under('slow-drip')
  const response = await listing(world)
  const text = response.text()
  const { body } = await world.control.post('/_sim/clock/advance', { seconds: 10 })
  expect((body as { happened: { at: string }[] }).happened.map(({ at }) => at)).toEqual([
    '2026-01-01T00:00:01.000Z',
    '2026-01-01T00:00:02.000Z',
    '2026-01-01T00:00:03.000Z',
  ])
  expect(await text).toBe(real.text)
})

test('outage-window: everything fails from the first instant of the window to its last', async () => {
  const world = under('outage-window')
  const at = async (seconds: number) => {
    await world.control.post('/_sim/clock/advance', { seconds })
    return world.as('renter-key').get('/api/v0/users/cloud_integrations/')
  }
  expect(await at(59.999)).toMatchObject({ status: 200 })
  expect(await at(0.001)).toEqual({
    status: 503,
    body: { success: false, error: 'unavailable', msg: 'down until 120 s after the start' },
  })
  expect(world.last().headers.get('retry-after')).toBe('30')
  expect(await at(59.999)).toMatchObject({ status: 503 })
  expect(await at(0.001)).toMatchObject({ status: 200 })
})

/** Twenty listings in a brown-out. */
const brownOut = async (params: object) => {
  const world = simulate(undefined, unlimited)
  await world.control.put('/_sim/scenario', { name: 'brown-out', params })
  const statuses: number[] = []
  for (let nth = 0; nth < 20; nth += 1) {
    const pending = world.as('renter-key').get(LIST)
    await world.control.post('/_sim/clock/advance', { seconds: 2 })
    statuses.push((await pending).status)
  }
  const { requests } = (await world.control.get('/_sim/requests')).body as { requests: { duration_ms: number }[] }
  return { statuses, durations: requests.map(({ duration_ms }) => duration_ms) }
}

test('brown-out: the seed decides what fails, everything is late, and params change both', async () => {
  const { statuses, durations } = await brownOut({})
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(Math.min(...durations)).toBeGreaterThanOrEqual(800)
  expect(Math.max(...durations)).toBeLessThanOrEqual(1200)
  expect(new Set(durations).size).toBeGreaterThan(5)
  expect(await brownOut({})).toEqual({ statuses, durations })
  const calm = await brownOut({ probability: 1e-9, latency_ms: 10, jitter_ms: 0 })
  expect(calm).toEqual({ statuses: statuses.map(() => 200), durations: statuses.map(() => 10) })
  expect(new Set((await brownOut({ probability: 1 })).statuses)).toEqual(new Set([503]))
})

test('every-third-fails: of the requests of one key every third fails, those of another do not count', async () => {
  const world = under('every-third-fails')
  const statuses = []
  for (let nth = 0; nth < 6; nth += 1) {
    statuses.push((await world.as('renter-key').get(LIST)).status)
    expect((await world.as('host-key').get(LIST)).status).toBe(200)
  }
  expect(statuses).toEqual([200, 200, 500, 200, 200, 500])
})

test('flaky-listing: the listing fails as often as asked, then answers', async () => {
  const world = under('flaky-listing')
  const failure = { status: 503, body: { success: false, error: 'unavailable', msg: 'try again' } }
  for (const _ of 'ab') expect(await world.as('renter-key').get(LIST)).toEqual(failure)
  expect(world.last().basis).toBe('injected')
  expect(await world.as('renter-key').get(LIST)).toMatchObject({ status: 200 })
  const never = await world.control.put('/_sim/scenario', { name: 'flaky-listing', params: { failures: 0 } })
  expect(never).toMatchObject({ status: 400, body: { msg: expect.stringContaining('when.times: meets no request') } })
})
