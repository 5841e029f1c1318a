import { expect, test } from 'vitest'
import { simulate, START_SECONDS } from '../support/simulate.ts'

const LIST = '/api/v0/network_volume/'
const SEARCH = '/api/v0/network_volumes/search/'
const UNLIST = '/api/v0/network_volumes/unlist/'
const under = (scenario: string) => simulate(undefined, { scenario })

const notOwned = (disk: number) => ({
  status: 403,
  body: { error: 'not_authorized', msg: `network disk ${disk} is not yours` },
})

test('disk-id-invalid: a disk that could be listed is refused with 400, and nothing is listed', async () => {
  const world = under('disk-id-invalid')
  const before = await world.control.get('/_sim/state')
  expect(await world.as('host-key').post(LIST, { disk_id: 502 })).toEqual({
    status: 400,
    body: { error: 'invalid_args', msg: 'A missing or invalid disk_id is refused.' },
  })
  expect(world.last().basis).toBe('injected')
  expect(world.last().rules).toEqual(['fault.disk-id-refused'])
  expect(await world.control.get('/_sim/state')).toEqual(before)
})

test('disk-of-someone-else: the disk is refused with the documented 403, without any fault', async () => {
  const world = under('disk-of-someone-else')
  expect(await world.as('host-key').post(LIST, { disk_id: 501 })).toEqual(notOwned(501))
  expect(world.last().basis).toBe('documented')
  expect(world.last().rules).toContain('network-volumes.list.disk-not-owned')
})

test('disk-of-someone-else: the disk may have the id that a client uses', async () => {
  const world = simulate()
  await world.control.put('/_sim/scenario', { name: 'disk-of-someone-else', params: { disk_id: 502 } })
  expect((await world.control.get('/_sim/state')).body).toMatchObject({ network_disks: [{ id: 502, user_id: 1003 }] })
  expect(await world.as('host-key').post(LIST, { disk_id: 502 })).toEqual(notOwned(502))
})

test('unlist-id-missing: a complete request is refused, and the listing stays', async () => {
  const world = under('unlist-id-missing')
  const refused = { status: 400, body: { error: 'invalid_args', msg: 'A body without id is refused.' } }
  expect(await world.as('host-key').post(UNLIST, { id: 7001 })).toEqual(refused)
  expect(world.last().basis).toBe('injected')
  await world.control.delete('/_sim/faults')
  expect(await world.as('host-key').post(UNLIST, { id: 7001 })).toMatchObject({ status: 200 })
})

test('unlist-not-authorized: the listing of another host stays, and every user finds it', async () => {
  const world = under('unlist-not-authorized')
  expect(await world.as('host-key').post(UNLIST, { id: 7001 })).toEqual({
    status: 403,
    body: { error: 'not_authorized', msg: 'network volume offer 7001 is not yours' },
  })
  expect(world.last().rules).toContain('network-volumes.unlist.not-owned')
  expect(world.last().basis).toBe('assumed')
  expect(await world.as('renter-key').post(SEARCH, { q: {} })).toMatchObject({
    body: { offers: [{ ask_contract_id: 7001 }] },
  })
})

test('unlist-without-privilege: the owner is refused for the permission that the key lacks', async () => {
  const world = under('unlist-without-privilege')
  const host = world.as('host-key')
  expect(await host.post(UNLIST, { id: 7001 })).toEqual({
    status: 403,
    body: { error: 'not_authorized', msg: expect.stringContaining('machine_write') as string },
  })
  expect(world.last().rules).toContain('network-volumes.unlist.privileges-missing')
  expect(await host.post(LIST, { disk_id: 501, price_disk: 0.2 })).toMatchObject({ status: 200 })
})

test('search-refused: a good query is refused in the envelope of the search', async () => {
  const world = under('search-refused')
  expect(await world.as('renter-key').post(SEARCH, { q: {} })).toEqual({
    status: 400,
    body: { success: false, error: 'invalid_args', msg: expect.any(String) as string },
  })
  expect(world.last().basis).toBe('injected')
})

test('expired-listing: the offer is found until its end_date, and from that instant no more', async () => {
  const world = under('expired-listing')
  const search = async () => (await world.as('renter-key').post(SEARCH, { q: {} })).body
  expect(await search()).toMatchObject({ offers: [{ ask_contract_id: 7001, end_date: START_SECONDS + 60 }] })
  expect(await world.control.post('/_sim/clock/advance', { seconds: 59 })).toMatchObject({ body: { happened: [] } })
  expect(await search()).toMatchObject({ offers: [{ ask_contract_id: 7001 }] })
  expect(await world.control.post('/_sim/clock/advance', { seconds: 1 })).toMatchObject({
    status: 200,
    body: {
      now: '2026-01-01T00:01:00.000Z',
      mode: 'frozen',
      happened: [{ at: '2026-01-01T00:01:00.000Z', text: 'network volume offer 7001 expires' }],
    },
  })
  expect(await search()).toEqual({ success: true, offers: [] })
  expect(world.last().rules).toContain('network-volumes.search.expires')
})

test('price-change: the offer costs more once its time has come', async () => {
  const world = under('price-change')
  const price = async () => {
    const { body } = await world.as('renter-key').post(SEARCH, { q: { limit: 100 } })
    const { offers } = body as { offers: { ask_contract_id: number; storage_cost: number }[] }
    return offers.find(({ ask_contract_id }) => ask_contract_id === 7001)?.storage_cost
  }
  expect(await price()).toBe(0.12)
  const { body } = await world.control.post('/_sim/clock/advance', { seconds: 60 })
  expect(body).toMatchObject({
    happened: [{ at: '2026-01-01T00:01:00.000Z', text: 'network_volume_offers 7001 gets price_disk' }],
  })
  expect(await price()).toBe(0.24)
  await world.control.put('/_sim/scenario', { name: 'price-change', params: { after_s: 5, price: 0.5 } })
  await world.control.post('/_sim/clock/advance', { seconds: 5 })
  expect(await price()).toBe(0.5)
})

test('price-change: a price that changes after the listing was taken back changes nothing', async () => {
  const world = under('price-change')
  expect(await world.as('host-key').post(UNLIST, { id: 7001 })).toMatchObject({ status: 200 })
  expect(await world.control.post('/_sim/clock/advance', { seconds: 60 })).toMatchObject({ status: 200 })
  expect(await world.as('renter-key').post(SEARCH, { q: {} })).toMatchObject({ status: 200 })
})
