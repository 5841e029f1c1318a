import { expect, test } from 'vitest'
import type { ClockStart } from '../../src/kernel/clock.ts'
import { list } from '../support/list-instances.ts'
import { stateOf } from '../support/rent-offer.ts'
import { simulate, START, type Simulated } from '../support/simulate.ts'

const scenario = (timeline: readonly object[]) => ({ name: 'planned', description: 'd', fixture: 'default', timeline })
const under = (...timeline: object[]) => simulate(undefined, { scenario: scenario(timeline) })
const put = async (...timeline: object[]) =>
  (await simulate().control.put('/_sim/scenario', { scenario: scenario(timeline) })).body
const advance = async ({ control }: Simulated, seconds: number) =>
  ((await control.post('/_sim/clock/advance', { seconds })).body as { happened: unknown[] }).happened
const row = async (world: Simulated, collection: string, id: number) =>
  (await stateOf(world))[collection]?.find((each) => each['id'] === id)
const exits = { instances: { 31: { actual_status: 'exited' } } }

test('entries come in the order of their instants, whatever the order in which they are written', async () => {
  const world = under(
    { after: 20, set: { volumes: { 12345: { size: 2 } } } },
    { after: 10, set: { volumes: { 12345: { size: 1 } } } },
    { at: '2026-01-01T00:00:15Z', remove: { offers: [12345678, 12345679] }, set: { volumes: { 12345: { size: 9 } } } },
  )
  expect(await advance(world, 15)).toEqual([
    { at: '2026-01-01T00:00:10.000Z', text: 'volumes 12345 gets size' },
    {
      at: '2026-01-01T00:00:15.000Z',
      text: 'offers 12345678 disappears; offers 12345679 disappears; volumes 12345 gets size',
    },
  ])
  expect(await row(world, 'volumes', 12345)).toMatchObject({ size: 9 })
  expect(await advance(world, 5)).toEqual([{ at: '2026-01-01T00:00:20.000Z', text: 'volumes 12345 gets size' }])
  expect(await row(world, 'volumes', 12345)).toMatchObject({ size: 2 })
  expect(await advance(world, 3600)).toEqual([])
})

test('of two entries at one instant the later one in the file wins', async () => {
  const [first, second] = [1, 2].map((size) => ({ after: 5, set: { volumes: { 12345: { size } } } }))
  const world = under(first ?? {}, second ?? {})
  await advance(world, 5)
  expect(await row(world, 'volumes', 12345)).toMatchObject({ size: 2 })
})

test('a change happens at its instant and not a millisecond earlier', async () => {
  const world = under({ after: 10, set: exits })
  expect(await advance(world, 9.999)).toEqual([])
  expect(await list(world.as('renter-key'))).toMatchObject([{ actual_status: 'running' }])
  expect(await advance(world, 0.001)).toHaveLength(1)
  expect(await row(world, 'instances', 31)).toMatchObject({ actual_status: 'exited' })
})

const real = (atMs: number): ClockStart => ({ mode: 'real', atMs })

test('under a running clock a change is there for the first request after its instant', async () => {
  const options = { clock: real(Date.parse(START)) }
  for (const { at, status } of [
    { at: '2025-12-31T23:59:59Z', status: 'exited' },
    { at: START, status: 'exited' },
    { at: '2026-01-01T01:00:00Z', status: 'running' },
  ]) {
    const world = simulate(undefined, { ...options, scenario: scenario([{ at, set: exits }]) })
    expect(await list(world.as('renter-key')), at).toMatchObject([{ actual_status: status }])
  }
})

test('under a running clock an advance reports the happenings that came due, once', async () => {
  const world = simulate(undefined, {
    clock: real(Date.parse(START)),
    scenario: scenario([{ at: '2026-01-01T01:00:00Z', set: exits }]),
  })
  expect(await advance(world, 3600)).toEqual([
    { at: '2026-01-01T01:00:00.000Z', text: 'instances 31 gets actual_status' },
  ])
  expect(await advance(world, 3600)).toEqual([])
  expect(await list(world.as('renter-key'))).toMatchObject([{ actual_status: 'exited' }])
})

test('set adds a whole row, null unsets a field, remove takes a row away', async () => {
  const world = under(
    { after: 1, set: { cloud_connections: { 7: { user_id: 1001, cloud_type: 'b2', name: 'new' } } } },
    { after: 2, set: { instances: { 31: { label: null } } }, remove: { cloud_connections: [1] } },
  )
  const clouds = async () => (await world.as('renter-key').get('/api/v0/users/cloud_integrations/')).body
  expect(await row(world, 'instances', 31)).toMatchObject({ label: 'a' })
  await advance(world, 1)
  expect(await clouds()).toMatchObject([{ id: 1 }, { id: 2 }, { id: 7, cloud_type: 'b2', name: 'new' }])
  await advance(world, 3)
  expect(await row(world, 'instances', 31)).not.toHaveProperty('label')
  expect(await clouds()).toMatchObject([{ id: 2 }, { id: 7 }])
})

test('each sandbox has a plan of its own, and a restored snapshot has its changes still to come', async () => {
  const world = under({ after: 10, set: exits })
  await world.control.post('/_sim/snapshots', { name: 'before' })
  expect(await advance(world, 10)).toHaveLength(1)
  expect((await world.control.get('/~other/_sim/state')).body).toMatchObject({ instances: [{ id: 31 }] })
  expect(JSON.stringify((await world.control.get('/~other/_sim/state')).body)).not.toContain('exited')
  await world.control.post('/_sim/snapshots/before/restore')
  expect(await row(world, 'instances', 31)).not.toHaveProperty('actual_status')
  expect(await advance(world, 10)).toHaveLength(1)
})

test.each([
  { entry: { remove: { offers: [12345678] } }, msg: 'timeline.0: names either after or at' },
  { entry: { after: 1, at: START, set: exits }, msg: 'timeline.0: names either after or at' },
  { entry: { after: 1 }, msg: 'timeline.0: changes nothing: it has neither set nor remove' },
  {
    entry: { after: 1, set: { instance: { 31: {} } } },
    msg: 'timeline.0.set.instance: unknown key "instance"; did you mean "instances"?',
  },
  {
    entry: { after: 1, set: { instances: { 31: { actual_statu: 'exited' } } } },
    msg: 'timeline.0.set.instances.31.actual_statu: unknown key "actual_statu"; did you mean "actual_status"?',
  },
  { entry: { after: 1, set: { instances: { abc: {} } } }, msg: 'timeline.0.set.instances.abc: is not an id' },
  {
    entry: { after: 1, remove: { instances: [31, 99] } },
    msg: 'timeline.0.remove.instances: there is no 99 in instances',
  },
])('$msg: the scenario is refused', async ({ entry, msg }) => {
  expect(await put(entry)).toEqual({ error: 'invalid_args', msg })
})

test('an unknown id with fields that make no whole row, and a value out of range, are refused with their path', async () => {
  expect(await put({ after: 1, set: { instances: { 99: { actual_status: 'exited' } } } })).toMatchObject({
    msg: expect.stringMatching(/^timeline\.0\.set\.instances\.99: there is no 99 in instances, and /) as string,
  })
  expect(await put({ after: 1, set: { instances: { 31: { actual_status: 'gone' } } } })).toMatchObject({
    msg: expect.stringMatching(/^timeline\.0\.set\.instances\.31\.actual_status: /) as string,
  })
  expect(await put({ after: 1, set: { instances: { 31: { user_id: null } } } })).toMatchObject({
    msg: expect.stringMatching(/^timeline\.0\.set\.instances\.31\.user_id: /) as string,
  })
})
