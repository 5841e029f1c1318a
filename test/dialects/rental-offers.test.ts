import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { type Client, simulate } from '../support/simulate.ts'

const observed = { dialect: 'observed' } as const
const machine = { host_id: 1002, dph_base: 0.5, storage_cost: 0.146, verification: 'verified', min_bid: 0.2 }
const offers = [
  { id: 600, ...machine, gpu_name: 'RTX 4090', num_gpus: 1, geolocation: 'Norway, NO', reliability2: 0.99, dlperf: 50 },
  { id: 601, ...machine, gpu_name: 'RTX 4090', num_gpus: 2, geolocation: 'Sweden, SE', reliability2: 0.97, dlperf: 90 },
  {
    id: 602,
    ...machine,
    gpu_name: 'H100 SXM',
    num_gpus: 8,
    geolocation: 'Texas, US',
    dph_base: 20,
    verification: 'unverified',
  },
]
const rows = { offers }

type Fields = Readonly<Record<string, unknown>>
const search = async (client: Client, body: object): Promise<readonly Fields[]> => {
  const answer = await client.post('/api/v0/bundles/', body)
  expect(answer.status).toBe(200)
  return (answer.body as { offers: readonly Fields[] }).offers
}
const ids = async (client: Client, body: object) => (await search(client, body)).map(({ id }) => id)

const byClient = { verified: { eq: true }, external: { eq: false }, rentable: { eq: true } }
const ordered = { order: [['score', 'desc']], type: 'on-demand', allocated_storage: 5 }

/** What the table of the official client prints. */
const printed = `
  id cuda_max_good num_gpus gpu_name pcie_bw cpu_ghz cpu_cores_effective cpu_ram disk_space dph_total dlperf
  dlperf_per_dphtotal driver_version inet_up inet_down reliability duration machine_id verification host_id
  direct_port_count geolocation
`
  .trim()
  .split(/\s+/)

proves(
  ['rental-offers.search.finds', 'rental-offers.search.read-by-type'],
  'the queries of the official client find offers, and all of them is read',
  async (given) => {
    const { as, simulator } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const plain = { ...byClient, num_gpus: { eq: '1' }, gpu_name: { eq: 'RTX 4090' }, ...ordered }
    const found = await search(renter, plain)
    expect(found.map(({ id }) => id)).toEqual([600])
    for (const name of printed) expect(found[0]?.[name], name).not.toBeUndefined()
    const further = {
      ...byClient,
      reliability: { gt: '0.98' },
      num_gpus: { gte: '1' },
      geolocation: { in: ['NO', 'SE'] },
      dph_total: { lt: '1' },
      order: [['dph_total', 'desc']],
      limit: 5,
      type: 'on-demand',
      allocated_storage: 5,
    }
    expect(await ids(renter, further)).toEqual([600])
    expect(simulator.findings()).toEqual([])
  },
)

test('filters take several operators, other names, numbers, booleans and texts as text; orders too', async () => {
  const { as } = simulate(rows, observed)
  const renter = as('renter-key')
  expect(await ids(renter, {})).toEqual([600, 601, 602])
  expect(await ids(renter, { num_gpus: { gt: '1', lt: 8 } })).toEqual([601])
  expect(await ids(renter, { verified: { eq: 'false' } })).toEqual([602])
  expect(await ids(renter, { geolocation: { notin: ['NO', 'US'] } })).toEqual([601])
  expect(await ids(renter, { ask_contract_id: { in: ['601', 602] } })).toEqual([601, 602])
  expect(await ids(renter, { dph: { gt: 1 } })).toEqual([602])
  expect(await ids(renter, { has_avx: { eq: true } })).toEqual([600, 601, 602])
  expect(await ids(renter, { has_avx: { eq: false } })).toEqual([])
  expect(await ids(renter, { external: false, verified: false })).toEqual([602])
  expect(await renter.post('/api/v0/bundles/', { num_gpus: 'two' })).toMatchObject({ status: 400 })
  expect(
    await ids(renter, {
      order: [
        ['dph', 'desc'],
        ['num_gpus', 'desc'],
      ],
    }),
  ).toEqual([602, 601, 600])
  expect(await ids(renter, { limit: '2', disable_bundling: true })).toEqual([600, 601])
  expect(await ids(renter, { limit: 0 })).toEqual([])
})

absent(
  ['rental-offers.search.finds', 'rental-offers.search.rentable', 'rental-offers.search.prices'],
  'an unknown operator, a wrong value, an order without direction are refused',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    for (const body of [
      { id: { like: 1 } },
      { num_gpus: { eq: 'one' } },
      { num_gpus: [1] },
      { order: [['id']] },
      { limit: -1 },
    ])
      expect(await as('renter-key').post('/api/v0/bundles/', body)).toMatchObject({
        status: 400,
        body: { success: false },
      })
  },
)

absent('rental-offers.search.read-by-type', 'without filters nothing is compared', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await ids(as('renter-key'), { limit: 1 })).toEqual([600])
})

const refused = (msg: string) => ({ status: 400, body: { success: false, error: 'invalid_args', msg } })

proves(
  ['rental-offers.search.unknown-name', 'rental-offers.search.null-operand'],
  'names that no offer has, and null, are refused with the texts of the service',
  async (given) => {
    const { as, last } = given.simulate(rows, observed)
    const post = async (body: object) => as('renter-key').post('/api/v0/bundles/', body)
    expect(await post({ gpu_nam: { eq: 'x' } })).toEqual(refused('gpu_nam is not a valid search key'))
    expect(last().hint).toBe('not read: gpu_nam (gpu_name?)')
    expect(await post({ constructor: { eq: 1 } })).toEqual(refused('constructor is not a valid search key'))
    expect(await post({ order: [['dph_total asc', 'asc']] })).toEqual(
      refused('dph_total asc is not a valid search key'),
    )
    expect(await post({ driver_vers: { gte: null } })).toEqual(
      refused("ask_contract_offers.driver_vers gte None: query values can't be None"),
    )
  },
)

absent(
  ['rental-offers.search.unknown-name', 'rental-offers.search.null-operand', 'rental-offers.search.by-id'],
  'other names of fields, an order by them, and a parameter that is null are read',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const body = { dph: { lt: 1 }, order: [['dlperf_usd', 'asc']], type: null }
    expect((await as('renter-key').post('/api/v0/bundles/', body)).status).toBe(200)
  },
)

proves('rental-offers.search.by-id', 'id finds nothing, ask_contract_id what it names', async (given) => {
  const { as, last } = given.simulate(rows, observed)
  expect(await ids(as('renter-key'), { id: { eq: 600 } })).toEqual([])
  expect(last().hint).toBe('a filter by id finds nothing; ask_contract_id does')
  expect(await ids(as('renter-key'), { ask_contract_id: { eq: 600 } })).toEqual([600])
})

test('what an offer shows follows from the rest of it', async () => {
  const volume_offers = [{ id: 77, size: 120, machine_id: 9, storage_cost: 0.36 }]
  const own = { machine_id: 9, inet_up_cost: 0.01, inet_down_cost: 0.02, driver_version: '580.105.08', gpu_ram: 24576 }
  const { as } = simulate({ offers: [{ ...offers[0], ...own, hosting_type: 1 }, offers[1]], volume_offers }, observed)
  const [offer] = await search(as('renter-key'), { datacenter: { eq: true }, hosting_type: { gte: 1 } })
  expect(offer).toMatchObject({
    id: 600,
    avail_vol_ask_id: 77,
    avail_vol_dph: 0.36 / 720,
    avail_vol_size: 120,
    dph_total_adj: Number(offer?.['dph_total']) + 0.04,
    driver_vers: 580105008,
    gpu_ids: [144],
    internet_down_cost_per_tb: 20.48,
    internet_up_cost_per_tb: 10.24,
    vericode: 1,
    vram_costperhour: 0.5 / 24,
  })
  const [bid] = await search(as('renter-key'), { ask_contract_id: { eq: 600 }, type: 'bid' })
  expect(bid).toMatchObject({ dph_base: 0.2, min_bid: 0.2 })
})

proves('rental-offers.search.rentable', 'a rented offer is found only by those who ask for it', async (given) => {
  const { as } = given.simulate({ offers: [...offers, { id: 603, ...machine, rentable: false }] }, observed)
  const renter = as('renter-key')
  await as('host-key').put('/api/v0/asks/600/', { image: 'ubuntu' })
  expect(await ids(renter, {})).toEqual([601, 602])
  expect(await ids(renter, { rentable: { eq: true } })).toEqual([601, 602])
  expect(await ids(renter, { rentable: { eq: false } })).toEqual([600, 603])
  expect(await ids(renter, { rented: { eq: false } })).toEqual([601, 602])
  const rented = { rented: { eq: true }, rentable: { eq: 'any' } }
  expect(await search(renter, rented)).toMatchObject([{ id: 600, rented: true, rentable: false }])
})

proves('rental-offers.search.prices', 'dph_total is what an instance with that disk costs', async (given) => {
  const { as } = given.simulate(rows, observed)
  const renter = as('renter-key')
  const [offer] = await search(renter, { ask_contract_id: { eq: 600 }, allocated_storage: '100' })
  const storage = (0.146 * 100) / 720
  expect(offer).toMatchObject({
    dph_base: 0.5,
    storage_total_cost: storage,
    dph_total: 0.5 + storage,
    is_bid: false,
    instance: { gpuCostPerHour: 0, totalHour: storage },
  })
  const [bid] = await search(renter, { ask_contract_id: { eq: 600 }, allocated_storage: 100, type: 'bid' })
  expect(bid).toMatchObject({ min_bid: 0.2, dph_total: 0.2 + storage, is_bid: true })
  await renter.put('/api/v0/asks/600/', { image: 'ubuntu', disk: 100 })
  const { body } = await renter.get('/api/v0/instances/')
  expect(body).toMatchObject({
    instances: [{ dph_total: 0.5 + storage, gpu_name: 'RTX 4090', inet_up: offer?.['inet_up'] }],
  })
})

const many = { offers: Array.from({ length: 65 }, (_, index) => ({ id: index + 1, host_id: 1002 })) }

proves('rental-offers.search.default-limit', 'without a limit there are 64', async (given) => {
  const { as } = given.simulate(many, observed)
  expect(await search(as('renter-key'), {})).toHaveLength(64)
})

absent('rental-offers.search.default-limit', 'with one there are as many as it says', async (given) => {
  const { as } = given.simulate(many, observed)
  expect(await search(as('renter-key'), { limit: 65 })).toHaveLength(65)
})

test('values per dollar of a free offer are null or 0, as in a listing', async () => {
  const free = { ...offers[0], dph_base: 0, storage_cost: 0 }
  const { as } = simulate({ offers: [free] }, observed)
  expect(await search(as('renter-key'), ordered)).toMatchObject([
    { dph_total: 0, dlperf_per_dphtotal: null, flops_per_dphtotal: 0 },
  ])
})

test('ondemand is another word for on-demand, and other words are refused', async () => {
  const renter = simulate(rows, observed).as('renter-key')
  const byWord = await search(renter, { type: 'ondemand', limit: 1 })
  expect(byWord).toEqual(await search(renter, { type: 'on-demand', limit: 1 }))
  expect((await renter.post('/api/v0/bundles/', { type: 'on_demand' })).status).toBe(400)
})

test('the fixture market has cheap verified cards and offers of many countries', async () => {
  const renter = simulate(undefined, { ...observed, fixture: 'market' }).as('renter-key')
  const cheap = { verified: { eq: true }, reliability: { gte: '0.98' }, dph_total: { lte: 0.15 }, num_gpus: { eq: 1 } }
  expect((await search(renter, { ...cheap, gpu_name: { eq: 'RTX 3090' } })).length).toBeGreaterThan(5)
  expect(await search(renter, { ...cheap, gpu_name: { eq: 'H100 SXM' } })).toEqual([])
  for (const country of ['DE', 'US', 'JP', 'BR', 'ZA', 'AU'])
    expect(await search(renter, { geolocation: { in: [country] }, limit: 1 }), country).toHaveLength(1)
})
