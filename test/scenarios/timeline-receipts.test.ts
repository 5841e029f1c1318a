import { expect, test } from 'vitest'
import { stateOf } from '../support/rent-offer.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const image = { image: 'library/ubuntu' }
const under = (...timeline: object[]) =>
  simulate(undefined, { scenario: { name: 'planned', description: 'd', fixture: 'default', timeline } })

/** What a receipt tells, entry by entry. */
async function told({ control }: Simulated, seconds: number): Promise<readonly string[]> {
  const { status, body } = await control.post('/_sim/clock/advance', { seconds })
  expect(status).toBe(200)
  return (body as { happened: { text: string }[] }).happened.map(({ text }) => text)
}

/** The ids of a collection; the state can be read again as it is. */
async function idsOf(world: Simulated, collection: string): Promise<readonly unknown[]> {
  const state = await stateOf(world)
  const elsewhere = simulate(undefined, { fixture: 'empty' })
  expect(await elsewhere.control.put('/_sim/state', state)).toEqual({ status: 200, body: { imported: true } })
  return (state[collection] ?? []).map(({ id }) => id)
}

test('an offer that is rented does not disappear, and the receipt says who has it', async () => {
  const world = under({ after: 60, remove: { offers: [12345680] } })
  expect(await told(world, 60)).toEqual(['offers 12345680 does not disappear: instances 31 names it as offer_id'])
  expect(await idsOf(world, 'offers')).toContain(12345680)
})

test('an attached volume, and an offer that became a volume in part, stay and are reported', async () => {
  const world = under({ after: 60, remove: { volumes: [12345], volume_offers: [28908979] } })
  const attach = { ...image, volume_info: { create_new: false, volume_id: 12345, mount_path: '/data' } }
  const create = { ...image, volume_info: { create_new: true, volume_id: 28908979, size: 6, mount_path: '/data' } }
  for (const [offer, body] of [
    [12345678, attach],
    [12345679, create],
  ] as const)
    expect(await world.as('renter-key').put(`/api/v0/asks/${offer}/`, body)).toMatchObject({ status: 200 })
  expect(await told(world, 60)).toEqual([
    expect.stringMatching(
      /^volumes 12345 does not disappear: instances 32 names it as volumes; volume_offers 28908979 does not disappear: volumes \d+ names it as volume_offer_id$/,
    ),
  ])
  expect(await idsOf(world, 'volume_offers')).toContain(28908979)
})

test('what rests on a row may disappear together with it', async () => {
  const world = under({ after: 60, remove: { offers: [12345680], instances: [31] } })
  expect(await told(world, 60)).toEqual(['offers 12345680 disappears; instances 31 disappears'])
  expect([await idsOf(world, 'instances'), await idsOf(world, 'offers')]).toEqual([
    [],
    expect.not.arrayContaining([12345680]),
  ])
})

test('a row that is gone gets nothing, and the receipt says so', async () => {
  const world = under({ after: 5, set: { instances: { 31: { actual_status: 'exited' } } } })
  expect(await world.control.delete('/_sim/state/instances/31')).toMatchObject({ status: 200 })
  expect(await told(world, 5)).toEqual(['instances 31 does not get actual_status: there is no such row'])
})

test('a row that a client deleted does not disappear again, and the rest of the entry happens', async () => {
  const world = under({ after: 5, remove: { templates: [9001] }, set: { volumes: { 12345: { size: 7 } } } })
  expect(await world.as('renter-key').delete('/api/v0/template/', { template_id: 9001 })).toMatchObject({ status: 200 })
  expect(await told(world, 5)).toEqual([
    'templates 9001 does not disappear: there is no such row; volumes 12345 gets size',
  ])
})

test('an instance does not get an offer that a client has rented meanwhile', async () => {
  const world = under({ after: 20, set: { instances: { 40: { user_id: 1001, offer_id: 12345679 } } } })
  expect(await world.as('renter-key').put('/api/v0/asks/12345679/', image)).toMatchObject({ status: 200 })
  expect(await told(world, 30)).toEqual([
    'instances 40 does not get user_id, offer_id: offer_id: instances 32 has it already',
  ])
  expect(await idsOf(world, 'instances')).toEqual([31, 32])
})

test('a listing does not get a disk that its host has listed meanwhile', async () => {
  const world = under({ after: 20, set: { network_volume_offers: { 7002: { disk_id: 502 } } } })
  const listed = await world.as('host-key').post('/api/v0/network_volume/', { disk_id: 502 })
  expect(listed).toMatchObject({ status: 200 })
  expect(await told(world, 20)).toEqual([
    expect.stringMatching(
      /^network_volume_offers 7002 does not get disk_id: disk_id: network_volume_offers \d+ has it already$/,
    ),
  ])
  await idsOf(world, 'network_volume_offers')
})

test('an instance does not get an offer that a test has taken away', async () => {
  const world = under({ after: 1, set: { instances: { 40: { user_id: 1001, offer_id: 12345679 } } } })
  expect(await world.control.delete('/_sim/state/offers/12345679')).toMatchObject({ status: 200 })
  expect(await told(world, 1)).toEqual([
    expect.stringMatching(/^instances 40 does not get user_id, offer_id: offer_id: there is no 12345679 in offers/),
  ])
})

test('of an entry that cannot be made as a whole the rest is made, in whatever order it rests on itself', async () => {
  const world = under({
    after: 1,
    set: { volumes: { 900: { user_id: 1001, size: 5, volume_offer_id: 901 } }, volume_offers: { 901: { size: 9 } } },
    remove: { offers: [12345680] },
  })
  expect(await told(world, 1)).toEqual([
    'offers 12345680 does not disappear: instances 31 names it as offer_id; volumes 900 gets user_id, size, volume_offer_id; volume_offers 901 gets size',
  ])
  expect(await idsOf(world, 'volumes')).toContain(900)
})

test('of two entries at one instant each reports its outcome', async () => {
  const world = under({ after: 5, remove: { offers: [12345679] } }, { after: 5, remove: { offers: [12345680] } })
  expect(await told(world, 5)).toEqual([
    'offers 12345679 disappears',
    'offers 12345680 does not disappear: instances 31 names it as offer_id',
  ])
})
