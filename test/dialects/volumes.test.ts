import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { simulate, START_SECONDS } from '../support/simulate.ts'

const VOLUMES = '/api/v0/volumes/'
const SEARCH = '/api/v0/volumes/search/'
const ALL = '/api/v0/volumes?owner=me&type=all_volume'
const observed = { dialect: 'observed' } as const
const DAY = 86_400

const machine = {
  host_id: 1002,
  machine_id: 77,
  verification: 'verified',
  reliability2: 0.99,
  inet_up: 900,
  inet_down: 940,
  geolocation: 'Norway, NO',
  disk_bw: 3000,
  storage_cost: 0.1,
  driver_version: '535.154.05',
  cuda_max_good: 12.2,
}
const newer = { driver_version: '570.86.05', cuda_max_good: 12.8 }
const rows = {
  users: [
    { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }, { key: 'weak-key', permissions: [] }] },
    { id: 1002, name: 'host', api_keys: [{ key: 'host-key' }] },
  ],
  network_disks: [{ id: 6, user_id: 1002, size: 50 }],
  network_volume_offers: [{ id: 60, disk_id: 6, size: 40 }],
  volume_offers: [
    { id: 1, size: 100, ...machine },
    { id: 2, size: 50, ...machine, verification: 'unverified', geolocation: 'Japan, JP', storage_cost: 0.05, ...newer },
    { id: 3, size: 500, ...machine, end_date: START_SECONDS + DAY },
  ],
  offers: [{ id: 9 }],
  volumes: [
    { id: 12_345, user_id: 1001, size: 100, start_date: START_SECONDS - DAY },
    { id: 12_346, user_id: 1002, size: 10 },
  ],
}

const ids = ({ body }: { readonly body: unknown }): readonly number[] => {
  const { offers = [], volumes = offers } = body as Partial<Record<'offers' | 'volumes', { id: number }[]>>
  return volumes.map(({ id }) => id)
}

proves(
  ['volumes.create.creates', 'volumes.list.lists-own', 'volumes.delete.deletes', 'volumes.search.space-left'],
  'a session of the client: search, create, list, delete a volume',
  async (given) => {
    const { as, simulator } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const byDefault = {
      verified: { eq: true },
      external: { eq: false },
      disk_space: { gte: 1, gt: '10' },
      order: [['score', 'desc']],
      allocated_storage: 1,
    }
    expect(ids(await renter.post(SEARCH, byDefault))).toEqual([1, 3])
    expect(await renter.put(VOLUMES, { size: 60, id: 1, name: 'data' })).toEqual({
      status: 200,
      body: { success: true, id: 12_347, msg: 'created the volume 12347 of 60 GB' },
    })
    expect((await renter.post(SEARCH, { id: { eq: 1 } })).body).toMatchObject({
      offers: [{ id: 1, disk_space: 40, reliability: 0.99, duration: 365 * DAY, host_id: 1002 }],
    })
    expect((await renter.get(ALL)).body).toMatchObject({
      success: true,
      volumes: [
        { id: 12_345, disk_space: 100, start_date: START_SECONDS - DAY, machine_id: null, instances: [] },
        {
          id: 12_347,
          disk_space: 60,
          start_date: START_SECONDS,
          label: 'data',
          machine_id: 77,
          geolocation: 'Norway, NO',
        },
      ],
    })
    expect((await renter.delete(`${VOLUMES}?id=12345`, {})).status).toBe(200)
    expect((await renter.delete(VOLUMES, { id: 12_347 })).status).toBe(200)
    expect(ids(await renter.get(ALL))).toEqual([])
    expect((await renter.post(SEARCH, { id: { eq: 1 } })).body).toMatchObject({ offers: [{ disk_space: 100 }] })
    expect(simulator.findings().filter(({ kind }) => kind === 'unread-field')).toEqual([])
  },
)

test('a volume on a network disk is created from its listing, and listed as one', async () => {
  const { as } = simulate(rows, observed)
  const renter = as('renter-key')
  expect(await renter.put('/api/v0/network_volumes/', { size: 30, id: 60 })).toMatchObject({
    status: 200,
    body: { success: true, id: 12_347 },
  })
  expect((await renter.put('/api/v0/network_volumes/', { size: 11, id: 60 })).status).toBe(400)
  expect((await renter.put('/api/v0/network_volumes/', { size: 1, id: 61 })).status).toBe(404)
  expect((await renter.get(`${VOLUMES}?owner=me&type=network_volume`)).body).toMatchObject({
    volumes: [{ id: 12_347, cluster_id: 6, host_id: 1002 }],
  })
  expect(ids(await renter.get(`${VOLUMES}?type=local_volume`))).toEqual([12_345])
  expect(ids(await renter.get(VOLUMES))).toEqual([12_345, 12_347])
  expect((await renter.get(`${VOLUMES}?type=cloud_volume`)).status).toBe(400)
})

absent(
  ['volumes.create.creates', 'volumes.list.lists-own', 'volumes.delete.deletes', 'volumes.search.finds'],
  'who may not is refused, and nothing is created or deleted',
  async (given) => {
    const { as, simulator } = given.simulate(rows, observed)
    for (const [method, path] of [
      ['PUT', VOLUMES],
      ['GET', VOLUMES],
      ['POST', SEARCH],
      ['DELETE', `${VOLUMES}?id=12345`],
    ] as const)
      expect((await as('weak-key').send(method, path)).status).toBe(401)
    expect((await as('renter-key').delete(VOLUMES, {})).body).toMatchObject({ msg: 'id: is missing' })
    expect((await as('renter-key').put(VOLUMES, { id: 1 })).status).toBe(400)
    expect(simulator.exportState()).toMatchObject({ volumes: [{ id: 12_345 }, { id: 12_346 }] })
  },
)

proves('volumes.search.finds', 'filters, strings and orders of offers', async (given) => {
  const { as, simulator } = given.simulate(rows, observed)
  const search = async (query: object) => ids(await as('renter-key').post(SEARCH, query))
  expect(await search({ order: [['storage_cost', 'asc']] })).toEqual([2, 1, 3])
  expect(await search({ order: [['disk_space', 'desc']], limit: 1 })).toEqual([3])
  expect(await search({ geolocation: { in: ['JP', 'SE'] } })).toEqual([2])
  expect(await search({ geolocation: { notin: ['JP'] }, disk_space: { lte: '100' } })).toEqual([1])
  expect(await search({ external: { eq: true } })).toEqual([])
  expect(await search({ verified: { eq: 'false' } })).toEqual([2])
  expect(await search({ duration: { lt: '100000' } })).toEqual([3])
  expect(await search({ driver_version: { gte: 570_086_005 }, cuda_vers: { gte: '12.5' } })).toEqual([2])
  await simulator.clock.advance(DAY)
  expect(await search({})).toEqual([1, 2])
})

absent('volumes.search.space-left', 'where nothing is found nothing is left', async (given) => {
  expect(
    ids(
      await given
        .simulate(rows, observed)
        .as('renter-key')
        .post(SEARCH, { id: { eq: 7 } }),
    ),
  ).toEqual([])
})

const many = { ...rows, volume_offers: Array.from({ length: 65 }, (_, at) => ({ id: at + 1, size: 10 })) }

proves(
  'volumes.search.default-limit',
  'without a limit 64 offers are answered, or as many as are chosen',
  async (given) => {
    const found = async (rules: object) =>
      ids(
        await given
          .simulate(many, { ...observed, rules: { ...rules } })
          .as('renter-key')
          .post(SEARCH, {}),
      ).length
    expect(await found({})).toBe(64)
    expect(await found({ 'volumes.search.default-limit': { value: 3 } })).toBe(3)
  },
)

absent('volumes.search.default-limit', 'a limit that is given holds', async (given) => {
  expect(ids(await given.simulate(many, observed).as('renter-key').post(SEARCH, { limit: 65 }))).toHaveLength(65)
})

proves(
  ['volumes.create.offer-unknown', 'volumes.create.size-exceeds-offer'],
  'no volume comes from an offer that is not there, is over, or has too little left',
  async (given) => {
    const { as, simulator } = given.simulate(rows, observed)
    const create = (id: number, size: number) => as('renter-key').put(VOLUMES, { id, size })
    expect(await create(4, 1)).toEqual({
      status: 404,
      body: { success: false, error: 'no_such_ask', msg: 'id: there is no volume offer 4' },
    })
    expect((await create(1, 60)).status).toBe(200)
    expect(await create(1, 41)).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: 'size: offer 1 has 40 GB left, not 41' },
    })
    await simulator.clock.advance(DAY)
    expect((await create(3, 1)).status).toBe(404)
    expect(simulator.exportState()).toMatchObject({ volumes: [{ id: 12_345 }, { id: 12_346 }, { id: 12_347 }] })
  },
)

absent(
  ['volumes.create.offer-unknown', 'volumes.create.size-exceeds-offer'],
  'an offer gives all that it has',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    expect((await as('renter-key').put(VOLUMES, { id: 1, size: 100 })).status).toBe(200)
  },
)

const refused = (error: string, msg: string) => ({ status: 400, body: { success: false, error, msg } })

proves(
  ['volumes.delete.volume-unknown', 'volumes.delete.attached'],
  'a volume is deleted once, by its user, and not while an instance has it',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const volume_info = { create_new: false, volume_id: 12_345, mount_path: '/data' }
    expect((await renter.put('/api/v0/asks/9/', { image: 'library/ubuntu', volume_info })).status).toBe(200)
    expect((await renter.get(VOLUMES)).body).toMatchObject({ volumes: [{ id: 12_345, instances: [1] }] })
    expect(await renter.delete(`${VOLUMES}?id=12345`)).toEqual(
      refused('volume_in_use', 'id: the volume 12345 is attached to the instance 1'),
    )
    expect(await renter.delete(`${VOLUMES}?id=12346`)).toEqual(
      refused('invalid_args', 'id: the volume 12346 does not exist for you'),
    )
    expect((await as('host-key').delete(`${VOLUMES}?id=12346`)).status).toBe(200)
    expect((await as('host-key').delete(`${VOLUMES}?id=12346`)).status).toBe(400)
  },
)

absent(
  ['volumes.delete.volume-unknown', 'volumes.delete.attached'],
  'an own volume that is free goes',
  async (given) => {
    expect((await given.simulate(rows, observed).as('renter-key').delete(`${VOLUMES}?id=12345`)).status).toBe(200)
  },
)
