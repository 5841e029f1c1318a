import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { type Answer, type Simulated, START_SECONDS } from '../support/simulate.ts'
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
    expect((await stateOf(world)).volumes?.at(-1)).toEqual({
      id: 52,
      user_id: 1001,
      size: 300,
      volume_offer_id: 90,
      start_date: START_SECONDS,
    })
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

const linked = { create_new: false, volume_id: 50, mount_path: '/data' }

proves('instances.create.volume-shared', 'a volume may be attached to two instances at once', async ({ simulate }) => {
  const world = simulate(rows)
  const renter = world.as('renter-key')
  expect(await renter.put(rent, { image: 'i', volume_info: linked })).toEqual(rented(1))
  expect(world.last().rules).not.toContain('instances.create.volume-shared')
  expect(await renter.put('/api/v0/asks/601/', { image: 'i', volume_info: linked })).toEqual(rented(2))
  expect(world.last().rules).toContain('instances.create.volume-shared')
})

absent('instances.create.volume-shared', 'a new volume is attached to one instance', async ({ simulate }) => {
  const renter = simulate(rows).as('renter-key')
  const volume_info = { create_new: true, volume_id: 90, size: 10, mount_path: '/data' }
  expect(await renter.put(rent, { image: 'i', volume_info })).toEqual(rented(1))
  expect(await renter.put('/api/v0/asks/601/', { image: 'i', volume_info: linked })).toEqual(rented(2))
})

const bid = { offers: [{ id: 600, min_bid: 0.5 }, { id: 601 }] }

proves(
  'instances.create.bid-below-minimum',
  'a bid below min_bid is refused where that is chosen',
  async ({ simulate }) => {
    const world = simulate(bid, { rules: { 'instances.create.bid-below-minimum': 'refused' } })
    expect(await world.as('renter-key').put(rent, { image: 'i', price: 0.49 })).toMatchObject({
      status: 400,
      body: { error: 'invalid_args', msg: expect.stringContaining('no_such_ask') },
    })
    expect(world.last().hint).toContain('min_bid is 0.5')
    expect(await listed(world)).toBeUndefined()
  },
)

absent('instances.create.bid-below-minimum', 'else it is accepted, and runs', async ({ simulate }) => {
  const world = simulate(bid)
  expect(await world.as('renter-key').put(rent, { image: 'i', price: 0.49 })).toEqual(rented(1))
  expect(await listed(world)).toMatchObject({ is_bid: true, min_bid: 0.5, actual_status: 'running' })
})

absent('instances.create.bid-below-minimum', 'a bid of min_bid, or none, is not below it', async ({ simulate }) => {
  const renter = simulate(bid, { rules: { 'instances.create.bid-below-minimum': 'refused' } }).as('renter-key')
  expect(await renter.put(rent, { image: 'i', price: 0.5 })).toEqual(rented(1))
  expect(await renter.put('/api/v0/asks/601/', { image: 'i' })).toEqual(rented(2))
})

proves('instances.create.host-port-twice', 'a port of the host may be mapped twice', async ({ simulate }) => {
  const world = simulate(rows)
  expect(await world.as('renter-key').put(rent, { image: 'i', env: '-p 80:80 -p 80:81' })).toEqual(rented(1))
  expect(await listed(world)).toMatchObject({
    extra_env: [
      ['-p 80:80', '1'],
      ['-p 80:81', '1'],
    ],
  })
})

absent(
  'instances.create.host-port-twice',
  'the same mapping twice, other protocols and other ports are no ports mapped twice',
  async ({ simulate }) => {
    const env = '-p 80:80 -p 80:80 -p 80:80/udp -p 81:80 -e P=80'
    expect(await simulate(rows).as('renter-key').put(rent, { image: 'i', env })).toEqual(rented(1))
  },
)

const TEMPLATE = '/api/v0/template/'
const INSTANCES = '/api/v0/instances/'

proves(
  'instances.list.template-as-launched',
  'an instance shows its template as it was, after an edit and after its deletion',
  async ({ simulate }) => {
    for (const [method, body] of [
      ['PUT', { hash_id: hash, name: 'other' }],
      ['DELETE', { template_id: 7 }],
    ] as const) {
      const world = simulate(rows, { rateLimit: { enabled: false } })
      const renter = world.as('renter-key')
      await renter.put(rent, { template_hash_id: hash })
      const before = await listed(world)
      expect(before).toMatchObject({ template_hash_id: hash })
      expect(world.last().rules).not.toContain('instances.list.template-as-launched')
      expect((await renter.send(method, TEMPLATE, body)).status).toBe(200)
      expect(await listed(world)).toEqual(before)
      expect(world.last().rules).toContain('instances.list.template-as-launched')
    }
  },
)

absent(
  'instances.list.template-as-launched',
  'an instance of a template that is as it was, or of none, is as it is',
  async ({ simulate }) => {
    const world = simulate(rows, { rateLimit: { enabled: false } })
    const renter = world.as('renter-key')
    expect(await renter.put(rent, { template_hash_id: hash })).toEqual(rented(1))
    expect(await renter.put('/api/v0/asks/601/', { image: 'i' })).toEqual(rented(2))
    expect(await renter.get(INSTANCES)).toMatchObject({ body: { instances_found: 2 } })
  },
)
