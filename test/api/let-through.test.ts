import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { absent, proves } from '../support/proves.ts'
import { type Simulated, START, START_SECONDS, users } from '../support/simulate.ts'

const CONFIGURED = 'rate-limit.configured'
const rows = {
  users: [{ ...users[0], api_keys: [{ key: 'renter-key' }, { key: 'second-key' }] }, users[1]],
  endpoint_groups: [{ id: 4242, user_id: 1001 }],
  offers: [{ id: 600 }, { id: 601 }],
  network_disks: [{ id: 42, user_id: 1002, size: 100 }],
}

const calls = {
  'endpoint-groups.update': ({ as }: Simulated, key = 'renter-key') => as(key).put('/api/v0/endptjobs/4242/', {}),
  'instances.list': ({ as }: Simulated, key = 'renter-key') => as(key).get('/api/v0/instances/'),
  'cloud-connections.list': ({ as }: Simulated, key = 'renter-key') => as(key).get('/api/v0/users/cloud_integrations/'),
}
type Limited = keyof typeof calls
const advance = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })

/** The rules of the limiter that an answer names. */
const limiterRules = ({ last }: Simulated) => last().rules.filter((id) => id.includes('rate-limit'))

const unlimited = { rateLimit: { enabled: false } }
const lowered: readonly (readonly [Limited, number, string, SimulatorOptions])[] = [
  ['endpoint-groups.update', 2, CONFIGURED, unlimited],
  ['instances.list', 2, CONFIGURED, { rateLimit: { thresholds: { 'instances.list': 0.25 } } }],
  ['cloud-connections.list', 2.9, CONFIGURED, { ...unlimited, dialect: 'observed' }],
  [
    'endpoint-groups.update',
    2,
    'endpoint-groups.update.rate-limit',
    { rules: { 'endpoint-groups.update.rate-limit': { value: 0 } } },
  ],
  [
    'cloud-connections.list',
    2.9,
    'cloud-connections.list.rate-limit',
    { rules: { 'cloud-connections.list.rate-limit': { value: 0.5 } } },
  ],
  [
    'instances.list',
    2,
    CONFIGURED,
    { scenario: { name: 'fast', rate_limit: { thresholds: { 'instances.list': 0 } } } },
  ],
]

for (const [operation, seconds, rule, options] of lowered) {
  const title = `${operation} under ${JSON.stringify(options)}`
  proves(
    rule,
    `${title}: a request that the contract would refuse names the rule that let it through`,
    async (given) => {
      const world = given.simulate(rows, options)
      await calls[operation](world)
      for (const step of [1, 0.9]) {
        await advance(world, step)
        expect((await calls[operation](world)).status).toBe(200)
        expect([world.last().basis, limiterRules(world)]).toEqual(['assumed', [rule]])
      }
    },
  )

  absent(rule, `${title}: what the contract's threshold lets through is not named`, async (given) => {
    const world = given.simulate(rows, options)
    for (const key of ['renter-key', 'second-key', 'renter-key']) {
      expect((await calls[operation](world, key)).status).toBe(200)
      if (key === 'second-key') await advance(world, seconds)
    }
  })
}

proves(CONFIGURED, 'a request that the contract would have refused starts no interval', async (given) => {
  const world = given.simulate(rows, unlimited)
  const named: boolean[] = []
  for (let second = 0; second < 5; second += 1) {
    await calls['instances.list'](world)
    named.push(limiterRules(world).length > 0)
    await advance(world, 1)
  }
  expect(named).toEqual([false, true, false, true, false])
})

describe('under a running clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(START) }))
  afterEach(() => void vi.useRealTimers())

  proves(CONFIGURED, 'requests that come too soon name the limiter that is off', async (given) => {
    const world = given.simulate(rows, { ...unlimited, clock: { mode: 'real' } })
    const named: number[] = []
    for (const pausedMs of [0, 1999, 1, 0]) {
      vi.setSystemTime(Date.now() + pausedMs)
      await calls['instances.list'](world)
      named.push(limiterRules(world).length)
    }
    expect(named).toEqual([0, 1, 0, 1])
  })
})

proves(CONFIGURED, 'a fork at an exchange, and a snapshot, go on with the intervals of then', async (given) => {
  const world = given.simulate(rows, unlimited)
  await calls['instances.list'](world)
  await advance(world, 1.5)
  await calls['instances.list'](world)
  await world.control.post('/_sim/snapshots', { name: 'then' })
  await calls['instances.list'](world)
  const exchange = world.last().headers.get('x-sim-exchange')
  await advance(world, 10)
  await calls['instances.list'](world)
  expect(limiterRules(world)).toEqual([])

  const { body } = await world.control.post(`/_sim/requests/${exchange}/fork`)
  const { sandbox } = body as { sandbox: string }
  const clock = `/~${sandbox}/_sim/clock/advance`
  const list = async () => {
    await world.as('renter-key').get(`/~${sandbox}/api/v0/instances/`)
    return limiterRules(world)
  }
  expect(await list()).toEqual([CONFIGURED])
  await world.control.post(clock, { seconds: 0.5 })
  expect(await list()).toEqual([])
  await world.control.post('/_sim/snapshots/then/restore')
  await calls['instances.list'](world)
  expect(limiterRules(world)).toEqual([CONFIGURED])
})

const rent = ({ as }: Simulated, body: object, offer = 600) =>
  as('renter-key').put(`/api/v0/asks/${offer}/`, { image: 'i', ...body })
const create = ({ as }: Simulated, body: object) =>
  as('renter-key').post('/api/v0/template/', { name: 'n', image: 'i', ...body })
const long = `-e A=${'x'.repeat(33_000)}`

const bounds: readonly {
  readonly rule: string
  readonly value: number | Readonly<Record<string, number>>
  readonly send: typeof rent
  readonly beyond: object
  readonly within: object
}[] = [
  { rule: 'instances.create.smallest-disk', value: 4, send: rent, beyond: { disk: 4.5 }, within: { disk: 8 } },
  {
    rule: 'instances.create.env-too-long',
    value: 40_000,
    send: rent,
    beyond: { env: long },
    within: { env: '-e A=1' },
  },
  {
    rule: 'instances.create.price-invalid',
    value: { most: 500, least: 0 },
    send: rent,
    beyond: { price: 200 },
    within: { price: 128 },
  },
  {
    rule: 'templates.create.no-quota',
    value: { image: 2000, env: 40_000 },
    send: create,
    beyond: { env: long },
    within: { env: '-e A=1' },
  },
  {
    rule: 'templates.create.no-quota',
    value: { image: 2000 },
    send: rent,
    beyond: { image: 'i'.repeat(1025) },
    within: { image: 'i'.repeat(1024) },
  },
  {
    rule: 'templates.create.no-quota',
    value: { disk: 1e10 },
    send: create,
    beyond: { recommended_disk_space: 2e9 },
    within: { recommended_disk_space: 1e9 },
  },
]

for (const { rule, value, send, beyond, within } of bounds) {
  const options = { rules: { [rule]: { value } } }
  proves(
    rule,
    `${rule} with ${JSON.stringify(value)} is named where its value lets a request through`,
    async (given) => {
      const world = given.simulate(rows, options)
      expect((await send(world, beyond)).status).toBe(200)
      expect(world.last()).toMatchObject({ basis: 'assumed', rules: expect.arrayContaining([rule]) as unknown })
      const usual = given.simulate(rows)
      expect((await send(usual, beyond)).status).toBe(400)
      expect(usual.last().rules).toContain(rule)
    },
  )
  absent(rule, `${rule} with ${JSON.stringify(value)} is not named where any value would do`, async (given) => {
    expect((await send(given.simulate(rows, options), within)).status).toBe(200)
    expect((await send(given.simulate(rows), within)).status).toBe(200)
  })
}

proves('instances.create.smallest-disk', 'the disk of a template is smaller where that is chosen', async (given) => {
  const hash = 'a'.repeat(32)
  const template = { id: 1, creator_id: 1001, name: 't', image: 'i', hash_id: hash, recommended_disk_space: 5 }
  const world = given.simulate(
    { ...rows, templates: [template] },
    { rules: { 'instances.create.smallest-disk': { value: 4 } } },
  )
  expect((await rent(world, { template_hash_id: hash })).status).toBe(200)
  expect(world.last().rules).toContain('instances.create.smallest-disk')
  expect((await calls['instances.list'](world)).body).toMatchObject({ instances: [{ disk_space: 5 }] })
  expect((await rent(world, { template_hash_id: hash, disk: 9 }, 601)).status).toBe(200)
  expect(world.last().rules).not.toContain('instances.create.smallest-disk')
})

proves(
  'instances.create.env-too-long',
  'an env that is too long together with that of its template is let through by a choice',
  async (given) => {
    const hash = 'a'.repeat(32)
    const template = { id: 1, creator_id: 1001, name: 't', image: 'i', hash_id: hash, env: '-e B=1' }
    const rules = { 'instances.create.env-too-long': { value: 33_000 } }
    const world = given.simulate({ ...rows, templates: [template] }, { rules })
    const env = `-e A=${'x'.repeat(32_760)}`
    expect((await rent(world, { template_hash_id: hash, env })).status).toBe(200)
    expect(world.last().rules).toContain('instances.create.env-too-long')
    expect((await rent(world, { template_hash_id: hash, env: '-e A=x' }, 601)).status).toBe(200)
    expect(world.last().rules).not.toContain('instances.create.env-too-long')
  },
)

const many = Array.from({ length: 70 }, (_, at) => at + 1)
const manyRows = {
  network_disks: many.map((id) => ({ id, user_id: 1002, size: 100 })),
  network_volume_offers: many.map((id) => ({ id, disk_id: id })),
  offers: many.map((id) => ({ id })),
  volume_offers: many.map((id) => ({ id, size: 10 })),
}
for (const [rule, path, body] of [
  ['network-volumes.search.default-limit', '/api/v0/network_volumes/search/', { q: {} }],
  ['rental-offers.search.default-limit', '/api/v0/bundles/', {}],
  ['volumes.search.default-limit', '/api/v0/volumes/search/', {}],
] as const) {
  proves(rule, `${rule} is named where a larger value shows more`, async (given) => {
    const world = given.simulate(manyRows, { dialect: 'observed', rules: { [rule]: { value: 100 } } })
    expect((await world.as('renter-key').post(path, body)).body).toMatchObject({
      offers: { length: 70 },
    })
    expect(world.last().rules).toContain(rule)
  })
}

const AGES = 'network-volumes.list.endless-runs-for-a-year'
const endless = {
  network_disks: [{ id: 42, user_id: 1002, size: 100 }],
  network_volume_offers: [{ id: 7, disk_id: 42, price_disk: 0.1, size: 10, start_date: START_SECONDS }],
}
const relist = ({ as }: Simulated) => as('host-key').post('/api/v0/network_volume/', { disk_id: 42, price_disk: 0.2 })

proves(AGES, 'a listing that lives longer by a choice names that when it is updated and unlisted', async (given) => {
  const world = given.simulate(endless, { rules: { [AGES]: { value: 1000 } } })
  await advance(world, 400 * 86_400)
  expect((await relist(world)).body).toMatchObject({ msg: expect.stringContaining('updated') as unknown })
  expect(world.last().rules).toContain(AGES)
  expect((await world.as('host-key').post('/api/v0/network_volumes/unlist/', { id: 7 })).status).toBe(200)
  expect(world.last().rules).toContain(AGES)
})

absent(AGES, 'a listing that lives anyway does not name the choice', async (given) => {
  const world = given.simulate(endless, { rules: { [AGES]: { value: 1000 } } })
  await advance(world, 300 * 86_400)
  expect((await relist(world)).body).toMatchObject({ msg: expect.stringContaining('updated') as unknown })
})
