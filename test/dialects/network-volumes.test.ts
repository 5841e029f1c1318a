import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { simulate, START_SECONDS } from '../support/simulate.ts'

const observed = { dialect: 'observed' } as const
const DAY = 86_400
const SEARCH = '/api/v0/network_volumes/search/'
const LIST = '/api/v0/network_volumes/'

const disk = {
  size: 100,
  inet_up: 900,
  inet_down: 940,
  reliability2: 0.99,
  nw_disk_avg_bw: 1000,
  nw_disk_max_bw: 1200,
  nw_disk_min_bw: 800,
  geolocation: 'Oslo, NO',
}
const rows = {
  network_disks: [
    { id: 6, user_id: 1002, verified: true, ...disk },
    { id: 7, user_id: 1001, verified: true, ...disk, inet_up: 100 },
    { id: 8, user_id: 1002, verified: false, ...disk, size: 5 },
  ],
  network_volume_offers: [
    { id: 4, disk_id: 7, price_disk: 0.1, end_date: START_SECONDS + 10 * DAY, start_date: 0 },
    { id: 5, disk_id: 8, price_disk: 0.2, end_date: START_SECONDS + 40 * DAY, start_date: 0 },
  ],
}

/** The ids that a search finds. */
const ids = ({ body }: { readonly body: unknown }): readonly number[] =>
  (body as { offers: { ask_contract_id: number }[] }).offers.map((offer) => offer.ask_contract_id)

proves(
  ['network-volumes.list.plural-path', 'network-volumes.search.flat-query', 'network-volumes.search.further-fields'],
  'a session of the client: list, search, update, unlist',
  async (given) => {
    const { as, last, simulator } = given.simulate(rows, observed)
    const host = as('host-key')
    const created = 'created network volume ask with id 6 and size 24'
    expect(await host.post(LIST, { disk_id: 6, price_disk: 0.12, size: 24, end_date: 1_924_905_600 })).toEqual({
      status: 200,
      body: { success: true, disk_id: created, msg: created },
    })
    expect(last().basis).toBe('assumed')
    const byDefault = {
      verified: { eq: true },
      external: { eq: false },
      disk_space: { gte: 1 },
      order: [['score', 'desc']],
      allocated_storage: 1,
    }
    const found = await host.post(SEARCH, byDefault)
    expect(ids(found)).toEqual([4, 6])
    expect((found.body as { offers: unknown[] }).offers[1]).toMatchObject({
      ask_contract_id: 6,
      id: 6,
      disk_space: 24,
      reliability2: 0.99,
      reliability: 0.99,
      duration: 1_924_905_600 - START_SECONDS,
      verification: 'verified',
      host_id: 1002,
      cluster_id: 6,
    })
    expect(ids(await host.post(SEARCH, { order: [['score', 'desc']], allocated_storage: 1 }))).toEqual([4, 5, 6])
    const updated = 'updated network volume ask with id 6 and size 20'
    expect(await host.post(`${LIST}?api_key=host-key`, { disk_id: 6, price_disk: 0.15, size: 20 })).toEqual({
      status: 200,
      body: { success: true, disk_id: updated, msg: updated },
    })
    expect(await host.post('/api/v0/network_volumes/unlist/', { id: 6 })).toMatchObject({
      status: 200,
      body: { success: true, id: 6 },
    })
    const sdk = { ...byDefault, order: [['storage_cost', 'asc']], limit: 5 }
    expect(ids(await host.post(SEARCH, sdk))).toEqual([4])
    expect(simulator.findings().filter(({ kind }) => kind === 'unread-field')).toEqual([])
  },
)

absent(
  'network-volumes.list.plural-path',
  'the path of the contract stays, and the other one is none there',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    expect((await as('host-key').post('/api/v0/network_volume/', { disk_id: 6 })).status).toBe(200)
    const documented = given.simulate(rows)
    expect((await documented.as('host-key').post(LIST, { disk_id: 6 })).status).toBe(404)
    expect(documented.last().hint).toContain('--dialect observed')
  },
)

absent(
  [
    'network-volumes.search.flat-query',
    'network-volumes.search.values-as-text',
    'network-volumes.search.further-fields',
  ],
  'the documented dialect takes none of it, and says which one does',
  async (given) => {
    const { as, last } = given.simulate(rows)
    for (const [body, msg] of [
      [{ verified: { eq: true } }, 'q: is missing'],
      [{ q: { inet_up: { gt: '500' } } }, 'q.inet_up.gt: expected number, received string'],
      [
        { q: { disk_space: { gt: 5 } } },
        expect.stringMatching(/^q\.disk_space: unknown key "disk_space"; there are order, /),
      ],
    ] as const) {
      expect(await as('host-key').post(SEARCH, body)).toEqual({
        status: 400,
        body: { success: false, error: 'invalid_args', msg },
      })
      expect(last().hint).toContain('--dialect observed')
    }
    const found = await as('host-key').post(SEARCH, { q: { limit: 1 } })
    expect(Object.keys((found.body as { offers: object[] }).offers[0] ?? {})).toHaveLength(14)
  },
)

absent('network-volumes.search.flat-query', 'a query in q is read as ever', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(ids(await as('host-key').post(SEARCH, { q: { verified: { eq: false } } }))).toEqual([5])
})

proves('network-volumes.search.values-as-text', 'strings are read by the type of their field', async (given) => {
  const { as } = given.simulate(rows, observed)
  const search = async (query: object) => ids(await as('host-key').post(SEARCH, query))
  expect(await search({ inet_up: { gte: '50.5', lt: '500' } })).toEqual([4])
  expect(await search({ verified: { eq: 'true' } })).toEqual([4])
  expect(await search({ verified: { eq: 'False' } })).toEqual([5])
  expect(await search({ disk_space: { gte: 1, gt: '10' } })).toEqual([4])
  expect(await search({ inet_up: { in: ['100', '200'] } })).toEqual([4])
  expect(await search({ inet_up: { notin: ['100'] } })).toEqual([5])
  expect(await search({ geolocation: { notin: ['NO'] } })).toEqual([])
  expect((await as('host-key').post(SEARCH, { inet_up: { gt: 'fast' } })).status).toBe(400)
})

absent('network-volumes.search.values-as-text', 'numbers are numbers', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(ids(await as('host-key').post(SEARCH, { inet_up: { gte: 500 } }))).toEqual([5])
})

test('the further fields filter and order, under whatever name', async () => {
  const { as } = simulate(rows, observed)
  const search = async (query: object) => ids(await as('host-key').post(SEARCH, query))
  expect(await search({ host_id: { eq: '1002' } })).toEqual([5])
  expect(await search({ cluster_id: { gt: 7 } })).toEqual([5])
  expect(await search({ id: { eq: 4 } })).toEqual([4])
  expect(await search({ id: { gte: 4 }, host_id: { neq: 1001 } })).toEqual([5])
  expect(await search({ external: { eq: true } })).toEqual([])
  expect(await search({ reliability: { gt: '0.98' }, reliability2: { lt: 0.5 } })).toEqual([])
  expect(await search({ reliability: { gt: 0.99 } })).toEqual([])
  expect(await search({ reliability: { gte: 0.99 }, reliability2: { lte: 0.99 } })).toEqual([4, 5])
  expect(await search({ id: { gte: 5 }, ask_contract_id: { lte: 5 } })).toEqual([5])
  expect(await search({ order: [['id', 'desc']] })).toEqual([5, 4])
  expect((await as('host-key').post(SEARCH, { cuda_vers: { gte: '12.1' } })).status).toBe(400)
})

const duration = 'network-volumes.search.duration-in-seconds'

test('days can be chosen as the unit of duration, and only one world has them', async () => {
  const seconds = simulate(rows, observed)
  const days = simulate(rows, { ...observed, rules: { [duration]: 'days' } })
  const query = { duration: { gt: 20 } }
  const [found, inDays] = [
    await seconds.as('host-key').post(SEARCH, query),
    await days.as('host-key').post(SEARCH, query),
  ]
  expect(ids(found)).toEqual([4, 5])
  expect(seconds.last().hint).toContain('duration counts seconds')
  expect(ids(inDays)).toEqual([5])
  expect(inDays.body).toMatchObject({ offers: [{ duration: 40 }] })
  expect(days.last().hint).toBeNull()
  expect(
    ids(
      await simulate(rows, { rules: { [duration]: 'days' } })
        .as('host-key')
        .post(SEARCH, { q: query }),
    ),
  ).toEqual([5])
})

test('limit, end and price that are chosen hold in the world that chose them, and in no other', async () => {
  const listings = {
    network_disks: rows.network_disks,
    network_volume_offers: [
      { id: 1, disk_id: 6, start_date: START_SECONDS - 5 * DAY },
      { id: 2, disk_id: 7, start_date: START_SECONDS - 5 * DAY },
      { id: 3, disk_id: 8, start_date: START_SECONDS - 50 * DAY },
    ],
  }
  const rules = {
    'network-volumes.search.default-limit': { value: 1 },
    'network-volumes.list.endless-runs-for-a-year': { value: 10 },
    'network-volumes.list.unpriced-is-invented': { value: { from: 5, to: 6 } },
  }
  const chosen = simulate(listings, { rules })
  const usual = simulate(listings)
  for (const _ of [1, 2]) {
    const one = await chosen.as('host-key').post(SEARCH, { q: {} })
    expect(one.body).toMatchObject({ offers: [{ ask_contract_id: 1, end_date: START_SECONDS + 5 * DAY }] })
    const { offers } = one.body as { offers: { storage_cost: number }[] }
    expect(offers).toHaveLength(1)
    expect(offers[0]?.storage_cost).toBeGreaterThanOrEqual(5)
    expect(chosen.last().basis).toBe('assumed')
    expect(ids(await chosen.as('host-key').post(SEARCH, { q: { limit: 9 } }))).toEqual([1, 2])
    const all = (await usual.as('host-key').post(SEARCH, { q: {} })).body as { offers: { storage_cost: number }[] }
    expect(all.offers).toHaveLength(3)
    expect(all.offers.every(({ storage_cost }) => storage_cost <= 0.3)).toBe(true)
  }
  const reset = usual.simulator
  reset.reset({ rules })
  expect(ids(await usual.as('host-key').post(SEARCH, { q: { limit: 9 } }))).toEqual([1, 2])
  reset.reset()
  expect(ids(await usual.as('host-key').post(SEARCH, { q: { limit: 9 } }))).toEqual([1, 2, 3])
})

proves(
  'network-volumes.search.further-fields',
  'a key that offers have in this dialect alone is let through by it, which is named',
  async (given) => {
    for (const body of [
      { q: { external: { eq: false } } },
      { disk_space: { gt: 1 } },
      { q: { host_id: { eq: -1 } } },
    ]) {
      const world = given.simulate({}, observed)
      expect((await world.as('renter-key').post(SEARCH, body)).status).toBe(200)
      expect(world.last().rules, JSON.stringify(body)).toContain('network-volumes.search.further-fields')
    }
  },
)

absent('network-volumes.search.further-fields', 'keys of the contract are let through anyway', async (given) => {
  const world = given.simulate({}, observed)
  for (const body of [{ q: { verified: { eq: true } } }, { verified: { eq: true }, limit: 1 }])
    expect((await world.as('renter-key').post(SEARCH, body)).status).toBe(200)
})
