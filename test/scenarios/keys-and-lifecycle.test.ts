import { expect, test } from 'vitest'
import { list } from '../support/list-instances.ts'
import { refused } from '../support/rent-offer.ts'
import { searchPath, simulate, type Simulated } from '../support/simulate.ts'

const under = (scenario: string) => simulate(undefined, { scenario })
const advance = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })

test('key-revoked: the key is unknown, that of the host is not', async () => {
  const world = under('key-revoked')
  const unknown = refused(401, 'auth_error', 'this API key is unknown')
  expect(await world.as('renter-key').get('/api/v0/instances/')).toEqual(unknown)
  expect(world.last().rules).toContain('authentication.key-unknown')
  expect(await list(world.as('host-key'))).toEqual([])
})

test('permission-lost: what was allowed a minute ago is refused, listing goes on', async () => {
  const world = under('permission-lost')
  const renter = world.as('renter-key')
  const rent = (offer: number) => renter.put(`/api/v0/asks/${offer}/`, { image: 'library/ubuntu' })
  expect(await rent(12345678)).toMatchObject({ status: 200 })
  expect(await renter.get(searchPath({}))).toMatchObject({ status: 200 })
  expect((await advance(world, 60)).body).toMatchObject({
    happened: [{ at: '2026-01-01T00:01:00.000Z', text: 'users 1001 gets api_keys' }],
  })
  expect(await rent(12345679)).toEqual(refused(403, 'not_authorized', expect.stringContaining('instance_write')))
  expect(world.last().rules).toContain('authentication.scope-missing')
  expect(await renter.get(searchPath({}))).toEqual(refused(403, 'not_authorized', expect.stringContaining('user_read')))
  expect(await list(renter)).toHaveLength(2)
  expect(JSON.stringify((await world.control.get('/_sim/state')).body)).not.toContain('renter-key')
})

test('empty-account: every list of both users is empty', async () => {
  const world = under('empty-account')
  for (const key of ['renter-key', 'host-key']) {
    const client = world.as(key)
    expect(await client.get('/api/v0/instances/')).toEqual({ status: 200, body: { instances_found: 0, instances: [] } })
    expect(await client.get('/api/v0/users/cloud_integrations/')).toEqual({ status: 200, body: [] })
    expect((await client.get(searchPath({}))).body).toEqual({ success: true, templates_found: 0, templates: [] })
    expect((await client.post('/api/v0/network_volumes/search/', { q: {} })).body).toEqual({
      success: true,
      offers: [],
    })
  }
})

test('instance-exits: the instance runs, and after its time it has exited with the given message', async () => {
  const world = under('instance-exits')
  const status = async () => {
    const [instance] = await list(world.as('renter-key'))
    const { actual_status, cur_state, intended_status, next_state, status_msg, uptime_mins, ports } = instance ?? {}
    return { actual_status, cur_state, intended_status, next_state, status_msg, uptime_mins, ports }
  }
  expect(await status()).toMatchObject({ actual_status: 'running', intended_status: 'running' })
  expect((await advance(world, 60)).body).toMatchObject({
    happened: [{ text: 'instances 31 gets actual_status, cur_state, next_state, status_msg' }],
  })
  const exited = {
    actual_status: 'exited',
    cur_state: 'stopped',
    intended_status: 'running',
    next_state: 'stopped',
    status_msg: 'the container ended: out of memory',
    uptime_mins: null,
    ports: {},
  }
  expect(await status()).toEqual(exited)
  await world.control.put('/_sim/scenario', { name: 'instance-exits', params: { after_s: 2, message: 'disk is full' } })
  await advance(world, 2)
  expect(await status()).toEqual({ ...exited, status_msg: 'the container ended: disk is full' })
})

test('instance-vanishes: the instance is listed, and after its time it is not', async () => {
  const world = under('instance-vanishes')
  expect(await list(world.as('renter-key'))).toMatchObject([{ id: 31 }])
  expect((await advance(world, 60)).body).toMatchObject({ happened: [{ text: 'instances 31 disappears' }] })
  expect(await list(world.as('renter-key'))).toEqual([])
})
