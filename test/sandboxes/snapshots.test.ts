import { expect, test } from 'vitest'
import { type Client, simulate, type Simulated } from '../support/simulate.ts'

const SNAPSHOTS = '/_sim/snapshots'
const INSTANCES = '/api/v0/instances/'
const TEMPLATE = '/api/v0/template/'
const FACES = ['state', 'clock', 'requests', 'coverage', 'findings', 'snapshots'].map((name) => `/_sim/${name}`)

const take = (calls: Client, name: string) => calls.post(SNAPSHOTS, { name })
const restore = (calls: Client, name: string) => calls.post(`${SNAPSHOTS}/${name}/restore`)
const names = (...list: string[]) => ({ status: 200, body: { snapshots: list.map((name) => ({ name })) } })
const body = async (calls: Client, path: string) => (await calls.get(path)).body

/** The bytes of an answer. */
async function bytes({ simulator }: Simulated, method: string, path: string, json?: object): Promise<string> {
  const response = await simulator.fetch(
    new Request(`http://sim.test${path}`, {
      method,
      headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    }),
  )
  response.headers.delete('x-sim-world')
  return JSON.stringify([response.status, [...response.headers], await response.text()])
}

/** Calls that change data, time, counters and records, and everything they answer. */
async function story(world: Simulated): Promise<readonly string[]> {
  const calls: readonly (readonly [string, string, object?])[] = [
    ['GET', INSTANCES],
    ['POST', TEMPLATE, { name: 'one', image: 'library/ubuntu', surprise: 1 }],
    ['PUT', TEMPLATE, { hash_id: '4e17788f74f075dd9aab7d0d4427968f', tag: '25.04' }],
    ['PUT', TEMPLATE, { hash_id: '4e17788f74f075dd9aab7d0d4427968f', tag: '25.10' }],
    ['PUT', '/api/v0/asks/12345678/', { image: 'library/ubuntu', price: 0.5 }],
    ['GET', INSTANCES],
    ['POST', '/_sim/clock/advance', { seconds: 3 }],
    ['GET', INSTANCES],
    ['DELETE', TEMPLATE, { template_id: 9001 }],
    ['GET', TEMPLATE],
    ['POST', '/api/v0/network_volumes/search/', { q: { limit: 3 } }],
    ['PUT', '/api/v0/endptjobs/4242/', { min_load: 5 }],
    ['GET', '/api/v0/nowhere/'],
    ...FACES.slice(0, -1).map((path) => ['GET', path] as const),
  ]
  const answers: string[] = []
  for (const [method, path, json] of calls) answers.push(await bytes(world, method, path, json))
  return answers
}

test('snapshots are taken, listed, replaced and deleted by name', async () => {
  const { control: calls } = simulate()
  expect(await calls.get(SNAPSHOTS)).toEqual(names())
  expect(await take(calls, 'first')).toEqual({ status: 200, body: { name: 'first' } })
  expect(await take(calls, 'Second_2.0-x')).toEqual({ status: 200, body: { name: 'Second_2.0-x' } })
  expect(await calls.get(SNAPSHOTS)).toEqual(names('first', 'Second_2.0-x'))
  await calls.post('/_sim/clock/advance', { seconds: 60 })
  expect(await take(calls, 'first')).toMatchObject({ status: 200 })
  expect((await body(calls, SNAPSHOTS)) as object).toMatchObject({ snapshots: { length: 2 } })
  const clock = { now: '2026-01-01T00:01:00.000Z', mode: 'frozen' }
  expect(await restore(calls, 'first')).toEqual({ status: 200, body: { name: 'first', clock } })
  expect(await body(calls, '/_sim/clock')).toEqual(clock)
  expect(await calls.delete(`${SNAPSHOTS}/first`)).toEqual({ status: 200, body: { name: 'first' } })
  expect(await calls.get(SNAPSHOTS)).toEqual(names('Second_2.0-x'))
})

test('a snapshot that does not exist is answered with 404 and the nearest name, or those there are', async () => {
  const { control: calls } = simulate()
  await take(calls, 'before-rent')
  const state = await calls.get('/_sim/state')
  for (const [name, hint] of [
    ['before-rant', { hint: 'did you mean "before-rent"?' }],
    ['elsewhere-entirely', { hint: 'there are before-rent' }],
  ] as const) {
    const unknown = { status: 404, body: { error: 'not_found', msg: `there is no snapshot "${name}"`, ...hint } }
    expect(await restore(calls, name)).toEqual(unknown)
    expect(await calls.delete(`${SNAPSHOTS}/${name}`)).toEqual(unknown)
  }
  expect(await calls.get('/_sim/state')).toEqual(state)
  expect(await calls.get(SNAPSHOTS)).toEqual(names('before-rent'))
})

test('a snapshot without a proper name is refused with 400', async () => {
  const { control: calls } = simulate()
  for (const wrong of [{}, { name: '' }, { name: 'a b' }, { name: 'a/b' }, { name: 7 }, { name: 'x'.repeat(65) }]) {
    expect(await calls.post(SNAPSHOTS, wrong), JSON.stringify(wrong)).toEqual({
      status: 400,
      body: { error: 'invalid_args', msg: expect.stringMatching(/^name: /) as string },
    })
  }
  expect(await calls.post(SNAPSHOTS, { name: 'a', nam: 'b' })).toMatchObject({ status: 400 })
  expect(await calls.get(SNAPSHOTS)).toEqual(names())
})

test('a sandbox has at most 100 snapshots, and at the limit one of them can still be replaced', async () => {
  const { control: calls } = simulate()
  for (let n = 0; n < 100; n += 1) expect(await take(calls, `s${n}`)).toMatchObject({ status: 200 })
  expect(await take(calls, 'one-more')).toEqual({
    status: 409,
    body: { error: 'conflict', msg: 'there are 100 snapshots already', hint: 'delete one' },
  })
  expect(await take(calls, 's7')).toMatchObject({ status: 200 })
  expect(await calls.post('/~other/_sim/snapshots', { name: 'own' })).toMatchObject({ status: 200 })
  await calls.delete(`${SNAPSHOTS}/s7`)
  expect(await take(calls, 'one-more')).toMatchObject({ status: 200 })
})

test('after a restore the same calls are answered with the same bytes, as often as wanted', async () => {
  const world = simulate()
  await story(world)
  await take(world.control, 'kept')
  const first = await story(world)
  for (let round = 0; round < 3; round += 1) {
    await restore(world.control, 'kept')
    expect(await story(world)).toEqual(first)
  }
})

test('restoring brings back data, clock, counters, records and the snapshots stay', async () => {
  const world = simulate()
  const { control: calls } = world
  await story(world)
  await take(calls, 'early')
  const before = await Promise.all(FACES.map((path) => bytes(world, 'GET', path)))
  await take(calls, 'late')
  await story(world)
  await calls.put('/_sim/state', { users: [] })
  await calls.delete('/_sim/requests')
  await calls.put('/_sim/clock', { frozen: false })
  await restore(calls, 'early')
  const after = await Promise.all(FACES.map((path) => bytes(world, 'GET', path)))
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
  expect(await calls.get(SNAPSHOTS)).toEqual(names('early', 'late'))
})

test('the limiter goes on from the snapshot', async () => {
  const { as, control: calls } = simulate()
  const status = async () => (await as('renter-key').get(INSTANCES)).status
  await take(calls, 'fresh')
  expect([await status(), await status()]).toEqual([200, 429])
  await take(calls, 'limited')
  await restore(calls, 'fresh')
  expect(await status()).toBe(200)
  await calls.post('/_sim/clock/advance', { seconds: 60 })
  await restore(calls, 'limited')
  expect(await status()).toBe(429)
  await calls.post('/_sim/clock/advance', { seconds: 2 })
  expect(await status()).toBe(200)
})

test('a snapshot of a changed start keeps that start: the values invented from another seed come back', async () => {
  const { as, control: calls } = simulate()
  const offers = () => as('renter-key').post('/api/v0/network_volumes/search/', { q: {} })
  const original = await offers()
  await calls.post('/_sim/reset', { seed: 'another', clock: '2026-03-01T00:00:00Z' })
  const other = await offers()
  expect(other).not.toEqual(original)
  await take(calls, 'other')
  await calls.put('/_sim/state', { users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }] })
  expect(await offers()).toEqual({ status: 200, body: { success: true, offers: [] } })
  await restore(calls, 'other')
  expect(await offers()).toEqual(other)
  expect(await body(calls, '/_sim/clock')).toEqual({ now: '2026-03-01T00:00:00.000Z', mode: 'frozen' })
})

test('a restored clock that ran goes on running from its instant', async () => {
  const { control: calls } = simulate()
  await calls.put('/_sim/clock', { at: '2200-01-01T00:00:00Z', frozen: false })
  await take(calls, 'runs')
  await calls.put('/_sim/clock', { at: '2300-01-01T00:00:00Z', frozen: true })
  await restore(calls, 'runs')
  expect(await body(calls, '/_sim/clock')).toEqual({
    now: expect.stringMatching(/^2200-01-01T00:00:/) as string,
    mode: 'real',
  })
})

test('snapshots belong to their sandbox, and a reset drops them', async () => {
  const { control: calls } = simulate()
  await calls.post('/~a/_sim/snapshots', { name: 'mine' })
  expect(await calls.get('/~b/_sim/snapshots')).toEqual(names())
  expect(await restore(calls, 'mine')).toMatchObject({ status: 404 })
  expect(await calls.post('/~a/_sim/snapshots/mine/restore')).toMatchObject({ status: 200 })
  await calls.post('/~a/_sim/reset')
  expect(await calls.get('/~a/_sim/snapshots')).toEqual(names())
  expect(await calls.post('/~a/_sim/snapshots/mine/restore')).toMatchObject({ status: 404 })
})
