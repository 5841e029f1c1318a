import { expect, test } from 'vitest'
import { proves } from '../support/proves.ts'
import { list } from '../support/list-instances.ts'
import { type Client, type Simulated, START, START_SECONDS, simulate } from '../support/simulate.ts'

const unlimited = { rateLimit: { enabled: false } }
const offers = [600, 601, 602, 603].map((id) => ({ id, host_id: 1002 }))
const env = '-p 8080:80'
const booting = (id: number, boot: object, further: object = {}) => ({
  id,
  user_id: 1001,
  offer_id: 600 + (id % 4),
  start_date: START_SECONDS,
  env,
  boot,
  ...further,
})

const created = { actual_status: 'created', cur_state: 'stopped', uptime_mins: null, ports: {} }
const loading = { ...created, actual_status: 'loading' }
const running = (uptime_mins: number) => ({
  actual_status: 'running',
  cur_state: 'running',
  uptime_mins,
  ports: { '80/tcp': expect.anything() as unknown },
})

/** How far the first instance got. */
async function stage(client: Client) {
  const [first] = await list(client)
  const { actual_status, cur_state, uptime_mins, ports } = first ?? {}
  return { actual_status, cur_state, uptime_mins, ports }
}

const advance = async ({ control }: Simulated, seconds: number) =>
  (await control.post('/_sim/clock/advance', { seconds })).body as { happened: readonly unknown[] }
const rent = (client: Client, offer: number, further: object = {}) =>
  client.put(`/api/v0/asks/${offer}/`, { image: 'library/ubuntu', runtype: 'args', env, ...further })
const loads = (id: number, at: string) => ({ at: `2026-01-01T00:${at}Z`, text: `instance ${id} loads` })
const runs = (id: number, at: string) => ({ at: `2026-01-01T00:${at}Z`, text: `instance ${id} runs` })

proves(
  'instances.create.progression',
  'a new instance is created for the first half of its time, loading for the second, then runs',
  async ({ simulate }) => {
    const world = simulate({ offers }, { ...unlimited, progression: { instances: { mode: 'after', seconds: 60 } } })
    const renter = world.as('renter-key')
    expect(await rent(renter, 600)).toEqual({ status: 200, body: { success: true, new_contract: 1 } })
    expect(world.last().rules).toContain('instances.create.progression')
    expect(world.last().rules).not.toContain('instances.create.running-at-once')
    expect(world.last().basis).toBe('assumed')
    expect(await stage(renter)).toEqual(created)
    expect(world.last().rules).toContain('instances.create.progression')
    expect((await advance(world, 29.999)).happened).toEqual([])
    expect(await stage(renter)).toEqual(created)
    expect((await advance(world, 0.001)).happened).toEqual([loads(1, '00:30.000')])
    expect(await stage(renter)).toEqual(loading)
    await advance(world, 29.999)
    expect(await stage(renter)).toEqual(loading)
    expect((await advance(world, 0.001)).happened).toEqual([runs(1, '01:00.000')])
    expect(await stage(renter)).toEqual(running(0))
    expect(world.last().rules).not.toContain('instances.create.progression')
    expect((await advance(world, 90)).happened).toEqual([])
    expect(await stage(renter)).toEqual(running(1.5))
  },
)

test('an instance of a fixture boots for its own time, whatever the options of the server', async () => {
  const world = simulate({ offers, instances: [booting(1, { mode: 'after', seconds: 10 })] }, unlimited)
  const renter = world.as('renter-key')
  expect(await stage(renter)).toEqual(created)
  await advance(world, 5)
  expect(await stage(renter)).toEqual(loading)
  await advance(world, 5)
  expect(await stage(renter)).toEqual(running(0))
  await advance(world, 6)
  expect(await stage(renter)).toEqual(running(0.1))
})

test('the receipt of an advance names what loads, what begins to run and what expires, in time order', async () => {
  const world = simulate(
    {
      offers,
      network_disks: [{ id: 5, user_id: 1002, size: 100 }],
      network_volume_offers: [{ id: 7, disk_id: 5, end_date: START_SECONDS + 20 }],
      instances: [booting(1, { mode: 'after', seconds: 30 }), booting(2, { mode: 'after', seconds: 10.5 })],
    },
    { ...unlimited, progression: { instances: { mode: 'after', seconds: 25 } } },
  )
  await rent(world.as('renter-key'), 600 + 3)
  expect(await advance(world, 30)).toMatchObject({
    now: '2026-01-01T00:00:30.000Z',
    mode: 'frozen',
    happened: [
      loads(2, '00:05.250'),
      runs(2, '00:10.500'),
      loads(3, '00:12.500'),
      loads(1, '00:15.000'),
      { at: '2026-01-01T00:00:20.000Z', text: 'network volume offer 7 expires' },
      runs(3, '00:25.000'),
      runs(1, '00:30.000'),
    ],
  })
  expect((await advance(world, 1000)).happened).toEqual([])
})

test('every step of a boot is in the receipt of the advance that leads to it, however short', async () => {
  for (const { seconds, happened } of [
    { seconds: 0.003, happened: [loads(1, '00:00.002'), runs(1, '00:00.003')] },
    { seconds: 0.001, happened: [runs(1, '00:00.001')] },
    { seconds: 0, happened: [] },
  ]) {
    const world = simulate({ offers, instances: [booting(1, { mode: 'after', seconds })] }, unlimited)
    const renter = world.as('renter-key')
    const told = []
    for (let ms = 1, before = await stage(renter); ms <= 4; ms += 1) {
      const receipt = (await advance(world, 0.001)).happened
      const after = await stage(renter)
      expect(receipt.length > 0, `${seconds} s, at ${ms} ms`).toBe(before.actual_status !== after.actual_status)
      told.push(...receipt)
      before = after
    }
    expect(told).toEqual(happened)
  }
})

proves(
  'instances.create.progression',
  'an instance that boots by reads gets one step further each time its owner lists it',
  async ({ simulate }) => {
    const world = simulate({ offers }, { ...unlimited, progression: { instances: { mode: 'reads', n: 4 } } })
    const renter = world.as('renter-key')
    await rent(renter, 600)
    expect((await advance(world, 3600)).happened).toEqual([])
    expect(await stage(renter)).toEqual(created)
    await list(world.as('host-key'))
    await world.control.get('/_sim/state')
    expect(await stage(renter)).toEqual(created)
    expect(await stage(renter)).toEqual(loading)
    expect(await stage(renter)).toEqual(loading)
    expect(await stage(renter)).toMatchObject({ actual_status: 'running', ports: { '80/tcp': expect.anything() } })
    expect(await stage(renter)).toMatchObject({ actual_status: 'running' })
  },
)

test('a listing that the limiter refuses is not a read', async () => {
  const world = simulate({ offers, instances: [booting(1, { mode: 'reads', n: 2 })] })
  const renter = world.as('renter-key')
  expect(await stage(renter)).toEqual(created)
  for (const _ of 'abc') expect((await renter.get('/api/v0/instances/')).status).toBe(429)
  await advance(world, 2)
  expect(await stage(renter)).toEqual(loading)
})

test('an instance that boots by hand stays created until its state says otherwise', async () => {
  const world = simulate({ offers }, { ...unlimited, progression: { instances: { mode: 'manual' } } })
  const renter = world.as('renter-key')
  await rent(renter, 600)
  expect((await advance(world, 1e6)).happened).toEqual([])
  for (const _ of 'abc') expect(await stage(renter)).toEqual(created)
  const state = (await world.control.get('/_sim/state')).body as { instances: object[] }
  const instances = state.instances.map((instance) => ({ ...instance, boot: { mode: 'immediate' } }))
  expect(await world.control.put('/_sim/state', { ...state, instances })).toMatchObject({ status: 200 })
  expect(await stage(renter)).toMatchObject({ actual_status: 'running' })
})

test('a booting instance keeps its place when the state is exported and imported', async () => {
  const rows = { offers, instances: [booting(1, { mode: 'reads', n: 2 }), booting(2, { mode: 'after', seconds: 60 })] }
  const world = simulate(rows, unlimited)
  await list(world.as('renter-key'))
  const other = simulate({}, unlimited)
  await other.control.put('/_sim/state', (await world.control.get('/_sim/state')).body)
  for (const { as } of [world, other]) {
    expect((await list(as('renter-key'))).map(({ actual_status }) => actual_status)).toEqual(['loading', 'created'])
  }
  expect(await advance(other, 60)).toEqual(await advance(world, 60))
})

proves(
  'instances.create.running-at-once',
  'where no progression is configured, a new instance runs at once and nothing falls due',
  async ({ simulate }) => {
    for (const options of [{}, { progression: {} }, { progression: { instances: { mode: 'immediate' } as const } }]) {
      const world = simulate({ offers }, { ...unlimited, ...options })
      const renter = world.as('renter-key')
      await rent(renter, 600)
      expect(world.last().rules).toContain('instances.create.running-at-once')
      expect(await stage(renter)).toEqual(running(0))
      expect((await advance(world, 3600)).happened).toEqual([])
      expect(await stage(renter)).toEqual(running(60))
    }
  },
)

test('an instance that is not meant to run, or has a pinned status, is not due to run', async () => {
  const boot = { mode: 'after', seconds: 10 }
  const world = simulate(
    { offers, instances: [booting(1, boot, { actual_status: 'exited' })] },
    { ...unlimited, progression: { instances: { mode: 'after', seconds: 20 } } },
  )
  const renter = world.as('renter-key')
  await rent(renter, 602, { target_state: 'stopped' })
  expect((await advance(world, 60)).happened).toEqual([])
  expect((await list(renter)).map(({ actual_status }) => actual_status)).toEqual(['exited', 'exited'])
})

test('at the instant that the receipt names, the instance runs, and not a millisecond earlier', async () => {
  for (const seconds of [0.1, 0.7, 2.9, 30]) {
    for (const offset of [0, 0.002, 0.1, 0.123, 0.457]) {
      const world = simulate({ offers }, { ...unlimited, progression: { instances: { mode: 'after', seconds } } })
      const renter = world.as('renter-key')
      const when = `${seconds} s for an instance rented ${offset} s after ${START}`
      await advance(world, offset)
      await rent(renter, 600)
      expect((await advance(world, seconds - 0.001)).happened, when).toMatchObject([{ text: 'instance 1 loads' }])
      expect(await stage(renter), when).toEqual(loading)
      const { happened } = await advance(world, 0.001)
      expect(happened, when).toEqual([runs(1, `00:${(seconds + offset).toFixed(3).padStart(6, '0')}`)])
      expect(await stage(renter), when).toEqual(running(0))
    }
  }
})
