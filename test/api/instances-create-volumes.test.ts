import { expect } from 'vitest'
import { proves } from '../support/proves.ts'
import type { Answer, Simulated } from '../support/simulate.ts'
import { hash, listed, refused, rent, rented, rows, stateOf, stored } from '../support/rent-offer.ts'

proves(
  'instances.create.template-volume-never-applied',
  "a template's volume_info attaches nothing",
  async ({ simulate }) => {
    const world = simulate(rows)
    expect(await world.as('renter-key').put(rent, { template_hash_id: hash })).toEqual(rented(1))
    expect(await stored(world)).not.toHaveProperty('volumes')
    expect(await listed(world)).toMatchObject({ volume_info: [] })
  },
)

proves(
  ['instances.create.volume-linked', 'instances.create.template-volume-never-applied'],
  'an existing volume is attached, whatever size says',
  async ({ simulate }) => {
    const world = simulate(rows)
    const { volumes } = await stateOf(world)
    const volume_info = { create_new: false, volume_id: 50, size: 9999, mount_path: '/data' }
    expect(await world.as('renter-key').put(rent, { template_hash_id: hash, volume_info })).toEqual(rented(1))
    expect(await listed(world)).toMatchObject({ volume_info: [{ volume_id: 50, size: 100, mount_path: '/data' }] })
    expect((await stateOf(world)).volumes).toEqual(volumes)
  },
)

proves(
  ['instances.create.volume-created', 'instances.create.volume-size'],
  'a volume is created from a volume offer while it has space left',
  async ({ simulate }) => {
    const world = simulate(rows)
    const renter = world.as('renter-key')
    const volume_info = { create_new: true, volume_id: 90, size: 300, mount_path: '/data' }
    expect(await renter.put(rent, { image: 'i', volume_info })).toEqual(rented(1))
    expect(await listed(world)).toMatchObject({ volume_info: [{ volume_id: 52, size: 300, mount_path: '/data' }] })
    expect((await stateOf(world)).volumes?.at(-1)).toEqual({ id: 52, user_id: 1001, size: 300, volume_offer_id: 90 })
    expect(await renter.put('/api/v0/asks/601/', { image: 'i', volume_info })).toEqual(
      refused(400, 'invalid_args', 'volume_info.size: volume offer 90 has 200 GB left, not 300'),
    )
    expect(await renter.put('/api/v0/asks/601/', { image: 'i', volume_info: { ...volume_info, size: 200 } })).toEqual(
      rented(2),
    )
  },
)

const unknownVolume = 'volume_info.volume_id: there is no volume'

/** What is refused, changes nothing and leaves the offer free. */
async function staysFree(world: Simulated, volume_info: object, answer: Answer): Promise<void> {
  const before = await stateOf(world)
  expect(await world.as('renter-key').put(rent, { template_hash_id: hash, volume_info })).toEqual(answer)
  expect(await stateOf(world)).toEqual(before)
}

proves(
  'instances.create.volume-unknown',
  'a volume or volume offer that there is not leaves the offer free',
  async ({ simulate }) => {
    const world = simulate(rows)
    const missing = { create_new: false, volume_id: 90, mount_path: '/d' }
    await staysFree(world, missing, refused(400, 'invalid_args', `${unknownVolume} 90`))
    const noOffer = { create_new: true, volume_id: 50, size: 1, mount_path: '/d' }
    await staysFree(world, noOffer, refused(400, 'invalid_args', `${unknownVolume} offer 50`))
    expect(await world.as('renter-key').put(rent, { template_hash_id: hash })).toEqual(rented(1))
  },
)

proves('instances.create.volume-not-owned', "someone else's volume leaves the offer free", async ({ simulate }) => {
  const world = simulate(rows)
  const volume = { create_new: false, volume_id: 51, mount_path: '/d' }
  await staysFree(world, volume, refused(403, 'not_authorized', 'volume_info.volume_id: volume 51 is not yours'))
  expect(await world.as('renter-key').put(rent, { template_hash_id: hash })).toEqual(rented(1))
})

proves(
  ['instances.create.volume-size', 'request.wrong-field'],
  'a new volume of a wrong size, or at no path, leaves the offer free',
  async ({ simulate }) => {
    const world = simulate(rows)
    const tooLarge = { create_new: true, volume_id: 90, size: 501, mount_path: '/d' }
    const left = 'volume_info.size: volume offer 90 has 500 GB left, not 501'
    await staysFree(world, tooLarge, refused(400, 'invalid_args', left))
    const unsized = { create_new: true, volume_id: 90, mount_path: '/d' }
    await staysFree(
      world,
      unsized,
      refused(400, 'invalid_args', 'volume_info.size: a new volume needs a size of whole GB'),
    )
    const nowhere = { create_new: false, volume_id: 50, mount_path: 'd' }
    await staysFree(world, nowhere, refused(400, 'invalid_args', 'volume_info.mount_path: is not an absolute path'))
    expect(await world.as('renter-key').put(rent, { template_hash_id: hash })).toEqual(rented(1))
  },
)
