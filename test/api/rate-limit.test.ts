import { expect, test } from 'vitest'
import { proves } from '../support/proves.ts'
import { simulate, type Simulated, users } from '../support/simulate.ts'

const rows = {
  users: [{ ...users[0], api_keys: [{ key: 'renter-key' }, { key: 'second-key' }] }, users[1]],
  network_disks: [{ id: 42, user_id: 1002, size: 100 }],
  endpoint_groups: [1001, 1002].map((id) => ({ id, user_id: id })),
}

const INSTANCES = '/api/v0/instances/'
const CONNECTIONS = '/api/v0/users/cloud_integrations/'
const accepted = { status: 200, body: { instances_found: 0, instances: [] } }
const tooFrequent = (threshold: string) => ({
  status: 429,
  body: { detail: `API requests too frequent endpoint threshold=${threshold}` },
})

const advance = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })
const instances = ({ as }: Simulated, key = 'renter-key') => as(key).get(INSTANCES)
const connections = ({ as }: Simulated, key = 'renter-key') => as(key).get(CONNECTIONS)
const update = ({ as }: Simulated, body: object = { min_load: 1 }) =>
  as('renter-key').put('/api/v0/endptjobs/1001/', body)

proves(
  ['instances.list.rate-limit', 'endpoint-groups.update.rate-limit', 'rate-limit.window', 'rate-limit.status'],
  'instance listing and endpoint group update ask for 2.0 seconds between two requests',
  async ({ simulate }) => {
    for (const [call, body] of [
      [instances, accepted.body],
      [update, { success: true }],
    ] as const) {
      const world = simulate(rows)
      expect(await call(world)).toEqual({ status: 200, body })
      expect(await call(world)).toEqual(tooFrequent('2.0'))
      expect(world.last().basis).toBe('assumed')
      expect(world.last().hint).toMatch(
        /^the next request is accepted at 2026-01-01T00:00:02.000Z; the clock stands at /,
      )
      await advance(world, 1.999)
      expect(await call(world)).toEqual(tooFrequent('2.0'))
      await advance(world, 0.001)
      expect(await call(world)).toEqual({ status: 200, body })
    }
  },
)

proves(
  'cloud-connections.list.rate-limit',
  'cloud connection listing asks for 2.9 seconds between two requests',
  async ({ simulate }) => {
    const world = simulate(rows)
    expect(await connections(world)).toEqual({ status: 200, body: [] })
    await advance(world, 2.899)
    expect(await connections(world)).toEqual(tooFrequent('2.9'))
    await advance(world, 0.001)
    expect(await connections(world)).toEqual({ status: 200, body: [] })
  },
)

proves('rate-limit.window', 'a refused request does not restart the interval', async ({ simulate }) => {
  const world = simulate(rows)
  expect(await instances(world)).toEqual(accepted)
  for (let step = 0; step < 3; step++) {
    await advance(world, 0.5)
    expect(await instances(world)).toEqual(tooFrequent('2.0'))
  }
  await advance(world, 0.5)
  expect(await instances(world)).toEqual(accepted)
  expect(await instances(world)).toEqual(tooFrequent('2.0'))
})

proves('rate-limit.window', 'each key and each operation has an interval of its own', async ({ simulate }) => {
  const world = simulate(rows)
  for (const key of ['renter-key', 'second-key', 'host-key']) expect(await instances(world, key)).toEqual(accepted)
  expect(await update(world)).toEqual({ status: 200, body: { success: true } })
  expect(await connections(world)).toEqual({ status: 200, body: [] })
  for (const key of ['renter-key', 'second-key', 'host-key']) {
    expect(await instances(world, key)).toEqual(tooFrequent('2.0'))
  }
})

proves(
  'endpoint-groups.update.rate-limit',
  'an operation counts as one whatever the path names, and a refused update does nothing',
  async ({ simulate }) => {
    const world = simulate(rows)
    await update(world)
    expect(await world.as('renter-key').put('/api/v0/endptjobs/77/', {})).toEqual(tooFrequent('2.0'))
    expect(await update(world, { min_load: 50 })).toEqual(tooFrequent('2.0'))
    expect((await world.control.get('/_sim/state')).body).toMatchObject({ endpoint_groups: [{ min_load: 1 }, {}] })
  },
)

proves(
  'instances.list.rate-limit',
  'a request without a known key or its permission counts for nothing',
  async ({ simulate }) => {
    const world = simulate({
      users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }, { key: 'weak-key', permissions: [] }] }],
    })
    for (const key of [null, 'nobody', 'weak-key']) {
      for (let again = 0; again < 2; again++) {
        expect((await world.as(key).get(INSTANCES)).status).toBe(key === 'weak-key' ? 403 : 401)
      }
    }
    expect(await instances(world)).toEqual(accepted)
    expect(await instances(world)).toEqual(tooFrequent('2.0'))
  },
)

test('limits can be switched off', async () => {
  const world = simulate(rows, {
    rateLimit: { enabled: false, thresholds: { 'instances.list': 5, 'network-volumes.search': 5 } },
  })
  for (let again = 0; again < 3; again++) {
    expect(await instances(world)).toEqual(accepted)
    expect(await update(world)).toEqual({ status: 200, body: { success: true } })
    expect(await connections(world)).toEqual({ status: 200, body: [] })
    expect((await world.as('host-key').post('/api/v0/network_volumes/search/', { q: {} })).status).toBe(200)
  }
})

proves(
  'rate-limit.configured',
  'an operation without a stated threshold is limited only by one that is configured',
  async ({ simulate }) => {
    const calls = [
      ['network-volumes.list', 'POST', '/api/v0/network_volume/', { disk_id: 42 }],
      ['network-volumes.unlist', 'POST', '/api/v0/network_volumes/unlist/', {}],
      ['templates.search', 'GET', '/api/v0/template/', undefined],
      ['templates.create', 'POST', '/api/v0/template/', {}],
      ['templates.edit', 'PUT', '/api/v0/template/', {}],
      ['templates.delete', 'DELETE', '/api/v0/template/', {}],
      ['instances.create', 'PUT', '/api/v0/asks/1/', {}],
    ] as const
    for (const [operation, method, path, body] of calls) {
      const free = simulate(rows)
      const limited = simulate(rows, { rateLimit: { thresholds: { [operation]: 4.5 } } })
      const send = (world: Simulated) => world.as('host-key').send(method, path, body)
      const first = await send(free)
      expect((await send(free)).status, operation).toBe(first.status)
      expect(await send(limited), operation).toEqual(first)
      expect(await send(limited), operation).toEqual(tooFrequent('4.5'))
      expect(limited.last().rules).toContain('rate-limit.configured')
      await advance(limited, 4.5)
      expect((await send(limited)).status, operation).toBe(first.status)
    }
  },
)

proves(
  'rate-limit.configured',
  'a configured threshold replaces the stated one, and zero lifts it',
  async ({ simulate }) => {
    const world = simulate(rows, { rateLimit: { thresholds: { 'instances.list': 10, 'cloud-connections.list': 0 } } })
    expect(await instances(world)).toEqual(accepted)
    await advance(world, 9.999)
    expect(await instances(world)).toEqual(tooFrequent('10.0'))
    await advance(world, 0.001)
    expect(await instances(world)).toEqual(accepted)
    expect(await connections(world)).toEqual({ status: 200, body: [] })
    expect(await connections(world)).toEqual({ status: 200, body: [] })
  },
)

test('a reset forgets who asked when', async () => {
  const world = simulate(rows)
  expect(await instances(world)).toEqual(accepted)
  await world.control.post('/_sim/reset')
  expect(await instances(world)).toEqual(accepted)
})
