import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { simulate, type Simulated, START_SECONDS } from '../support/simulate.ts'

const SEARCH = '/api/v0/network_volumes/search/'
const BEARER = 'authentication.bearer-key'
const FINDS = 'network-volumes.search.finds'
const UNITS = 'network-volumes.search.units'

const disk = (id: number, verified: boolean, geolocation: string) => ({
  id,
  user_id: 1002,
  size: 1000,
  verified,
  geolocation,
  inet_down: 100 * id,
  inet_up: 50 * id,
  reliability2: 0.9,
  nw_disk_avg_bw: 200 * id,
  nw_disk_max_bw: 300 * id,
  nw_disk_min_bw: 100 * id,
})
const listing = (id: number, end_date: number) => ({
  id,
  disk_id: id,
  price_disk: 0.1 * id,
  size: 100,
  start_date: START_SECONDS - 100,
  end_date,
})

/** All that an offer shows is given; the second one is verified, the third one ends first. */
const rows = {
  network_disks: [disk(1, false, 'Oslo, NO'), disk(2, true, 'Lyon, FR'), disk(3, false, 'Osaka, JP')],
  network_volume_offers: [1, 2, 3].map((id) => listing(id, START_SECONDS + (id === 3 ? 60 : 1_000_000))),
}
const empty = { network_disks: [], network_volume_offers: [] }

async function rulesOf({ as, last }: Simulated, q: object): Promise<readonly string[]> {
  const { status, body } = await as('renter-key').post(SEARCH, { q })
  expect(status, JSON.stringify(body)).toBe(200)
  const rules = last().rules
  expect(rules.at(-1)).toBe('network-volumes.search.statuses')
  return rules.slice(0, -1)
}

absent(
  [
    'network-volumes.search.units',
    'network-volumes.search.derived-filters',
    'network-volumes.search.country-code',
    'network-volumes.search.duration-in-seconds',
  ],
  'how a field is read decides nothing where the other filters leave no offer',
  async ({ simulate }) => {
    const fields = ['inet_down', 'inet_up', 'reliability2', 'storage_cost', 'disk_bw', 'duration']
    for (const field of fields) {
      const q = { verified: { eq: true }, [field]: { gte: 100_000 } }
      expect(await rulesOf(simulate(empty), q), field).toEqual([BEARER, FINDS])
      const unverified = {
        network_disks: [rows.network_disks[0]],
        network_volume_offers: [rows.network_volume_offers[0]],
      }
      expect(await rulesOf(simulate(unverified), q), field).toEqual([BEARER, FINDS])
      expect(await rulesOf(simulate(unverified), { [field]: { gte: 100_000 }, limit: 0 }), field).toEqual([
        BEARER,
        FINDS,
      ])
    }
    expect(await rulesOf(simulate(empty), { geolocation: { in: ['NO'] } })).toEqual([BEARER, FINDS])
  },
)

absent(
  ['network-volumes.search.derived-filters', 'network-volumes.search.duration-in-seconds'],
  'an order by a read field decides nothing among offers that an earlier field separates, nor for one offer',
  async ({ simulate }) => {
    const world = simulate(rows)
    for (const field of ['disk_bw', 'duration']) {
      const order = [
        ['ask_contract_id', 'asc'],
        [field, 'desc'],
      ]
      expect(await rulesOf(world, { order }), field).toEqual([BEARER, FINDS, UNITS])
      const q = { order: [[field, 'desc']], verified: { eq: true } }
      expect(await rulesOf(world, q), field).toEqual([BEARER, FINDS, UNITS])
    }
  },
)

proves(
  'network-volumes.search.duration-in-seconds',
  'a duration that looks like days is read as seconds all the same, with a hint',
  async ({ simulate }) => {
    const { as, last } = simulate(rows)
    const find = (q: object) => as('renter-key').post(SEARCH, { q })
    expect(await find({ duration: { gte: 30, lte: 200 } })).toMatchObject({
      body: { offers: [{ ask_contract_id: 3 }] },
    })
    expect(last().hint).toBe('duration counts seconds: 30 is less than a day; 30 days are 2592000')
    await find({ duration: { in: [86_400, 7] }, order: [['score', 'asc']] })
    expect(last().hint).toBe(
      'duration counts seconds: 7 is less than a day; 7 days are 604800; no offer has the field score, so it orders nothing',
    )
    for (const operand of [86_400, 2_592_000, 0, -30]) {
      await find({ duration: { gte: operand } })
      expect(last(), String(operand)).toMatchObject({ hint: null })
      expect(last().rules).toContain('network-volumes.search.duration-in-seconds')
    }
    await find({ duration: { gte: 30 }, limit: 0 })
    expect(last(), 'a hint rests on the rule, also where nothing is to be found').toMatchObject({
      hint: expect.stringContaining('duration counts seconds'),
      rules: expect.arrayContaining(['network-volumes.search.duration-in-seconds']),
    })
  },
)

absent(
  ['network-volumes.search.default-order', 'network-volumes.search.unknown-order-field'],
  'any field of an offer may order it, and one that tells all apart leaves nothing open',
  async ({ simulate }) => {
    const world = simulate(rows)
    for (const field of ['ask_contract_id', 'inet_up', 'inet_down', 'geolocation', 'storage_cost', 'nw_disk_avg_bw']) {
      expect(await rulesOf(world, { order: [[field, 'asc']] }), field).toEqual([BEARER, FINDS, UNITS])
    }
    expect(await rulesOf(world, { verified: { eq: true } })).toEqual([BEARER, FINDS, UNITS])
  },
)

absent(
  'network-volumes.search.default-limit',
  'a limit that is given, or that leaves nothing out, is not an assumption',
  async ({ simulate }) => {
    const ids = Array.from({ length: 65 }, (_, index) => index + 1)
    const world = simulate({
      network_disks: ids.map((id) => disk(id, id > 64, 'Oslo, NO')),
      network_volume_offers: ids.map((id) => listing(id, START_SECONDS + 60)),
    })
    await rulesOf(world, { limit: 64 })
    await rulesOf(world, { verified: { eq: false } })
  },
)

absent(
  'network-volumes.search.expires',
  'an expired offer that would not have been found either way changes nothing',
  async ({ simulate }) => {
    const world = simulate(rows)
    await world.control.post('/_sim/clock/advance', { seconds: 60 })
    await rulesOf(world, { limit: 2 })
    await rulesOf(world, { verified: { eq: true } })
    await rulesOf(world, { limit: 0 })
  },
)

absent(
  'network-volumes.search.further-operators',
  'each operator that the contract shows for a field is taken as it stands',
  async ({ simulate }) => {
    const numbers = { eq: 1, gt: 0, gte: 0, lte: 1_000_000 }
    const fields = ['reliability2', 'inet_down', 'inet_up', 'disk_bw', 'duration', 'storage_cost']
    await rulesOf(simulate(rows), {
      ...Object.fromEntries(fields.map((field) => [field, numbers])),
      verified: { eq: true },
      geolocation: { in: ['NO'] },
    })
  },
)

absent(
  [
    'network-volumes.list.endless-runs-for-a-year',
    'network-volumes.list.unpriced-is-invented',
    'network-volumes.list.unsized-offers-whole-disk',
  ],
  'what was filled into offers that other filters leave out decides nothing',
  async ({ simulate }) => {
    const bare = { network_disks: [...rows.network_disks, disk(4, false, 'Oslo, NO')] }
    const world = simulate({ ...bare, network_volume_offers: [...rows.network_volume_offers, { id: 4, disk_id: 4 }] })
    const q = {
      verified: { eq: true },
      storage_cost: { gt: 0.01 },
      duration: { gt: 86_400 },
      order: [
        ['disk_space', 'asc'],
        ['end_date', 'asc'],
      ],
    }
    expect(await rulesOf(world, q)).toEqual([BEARER, FINDS, 'network-volumes.search.duration-in-seconds', UNITS])
    expect(await rulesOf(world, { limit: 3 })).toEqual([BEARER, FINDS, UNITS, 'network-volumes.search.default-order'])
  },
)

for (const [rule, q] of [
  ['network-volumes.list.endless-runs-for-a-year', { duration: { gt: 1e9 } }],
  ['network-volumes.list.endless-runs-for-a-year', { order: [['end_date', 'asc']], limit: 1 }],
  ['network-volumes.list.unpriced-is-invented', { storage_cost: { gt: 100 } }],
  ['network-volumes.list.unpriced-is-invented', { order: [['storage_cost', 'desc']], limit: 1 }],
  ['network-volumes.list.unsized-offers-whole-disk', { order: [['disk_space', 'asc']], limit: 1 }],
] as const) {
  proves(
    rule,
    `${JSON.stringify(q)} rests on what was filled into an offer that it leaves out`,
    async ({ simulate }) => {
      const listings = [listing(1, START_SECONDS + 1_000_000), { id: 2, disk_id: 2 }]
      const priced = listings.map((each) => ({ ...each, ...(each.id === 1 && { price_disk: 1 }) }))
      const { as, last } = simulate({ network_disks: rows.network_disks, network_volume_offers: priced })
      const { body } = await as('renter-key').post(SEARCH, { q })
      expect(
        (body as { offers: { ask_contract_id: number }[] }).offers.map((each) => each.ask_contract_id),
      ).not.toContain(2)
      expect(last().rules).toContain(rule)
    },
  )
}

absent('network-volumes.search.finds', 'a query that does not fit finds nothing', async ({ simulate }) => {
  expect(
    (
      await simulate(rows)
        .as('renter-key')
        .post(SEARCH, { q: { limit: 'all' } })
    ).status,
  ).toBe(400)
})

proves(
  ['network-volumes.search.rate-limit', 'rate-limit.window', 'rate-limit.status'],
  'a search that comes too soon is refused in the shape of its other refusals',
  async ({ simulate }) => {
    const tooFrequent = {
      status: 429,
      body: {
        success: false,
        error: 'rate_limited',
        msg: 'API requests too frequent endpoint threshold=4.5',
      },
    }
    const { as, last } = simulate(rows, { rateLimit: { thresholds: { 'network-volumes.search': 4.5 } } })
    await as('renter-key').post(SEARCH, { q: {} })
    expect(await as('renter-key').post(SEARCH, { q: {} })).toEqual(tooFrequent)
    expect(last()).toMatchObject({
      basis: 'assumed',
      rules: expect.not.arrayContaining(['rate-limit.configured']) as unknown,
    })
  },
)

test('a fault that stands for the limiter refuses a search in that shape too', async () => {
  const { as, control } = simulate(rows)
  const fault = { name: 'busy', match: { operation: 'network-volumes.search' }, effect: { rate_limited: true } }
  await control.post('/_sim/faults', fault)
  expect(await as('renter-key').post(SEARCH, { q: {} })).toMatchObject({
    status: 429,
    body: {
      success: false,
      error: 'rate_limited',
      msg: expect.stringMatching(/^API requests too frequent/) as unknown,
    },
  })
})

absent('network-volumes.search.rate-limit', 'searches are not limited by themselves', async ({ simulate }) => {
  const world = simulate(rows)
  await rulesOf(world, {})
  await rulesOf(world, {})
})
