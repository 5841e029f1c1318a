import { expect } from 'vitest'
import { proves } from '../support/proves.ts'
import { type Simulated, START_SECONDS } from '../support/simulate.ts'

const LIST = '/api/v0/network_volume/'
const SEARCH = '/api/v0/network_volumes/search/'
const SECONDS_PER_YEAR = 365 * 86_400

const disk = {
  id: 42,
  user_id: 1002,
  size: 1000,
  inet_up: 500,
  inet_down: 800,
  reliability2: 0.99,
  verified: true,
  geolocation: 'Oslo, NO',
  nw_disk_avg_bw: 900,
  nw_disk_max_bw: 1200,
  nw_disk_min_bw: 600,
}
const listing = { id: 7, disk_id: 42, price_disk: 0.1, size: 600, credit_discount_max: 0.2, end_date: 1_800_000_000 }

const like = (pattern: string): unknown => expect.stringMatching(pattern)
const listed = (text: string) => ({ status: 200, body: { success: true, disk_id: text, msg: text } })
const listings = async ({ control }: Simulated): Promise<unknown> =>
  ((await control.get('/_sim/state')).body as { network_volume_offers: unknown }).network_volume_offers

proves(
  ['network-volumes.list.creates', 'network-volumes.search.finds', 'network-volumes.search.units'],
  'a disk that is listed becomes an offer with its price, size and end date',
  async ({ simulate }) => {
    const { as, last } = simulate({ network_disks: [disk] })
    const body = { disk_id: 42, price_disk: 0.073, size: 500, credit_discount_max: 0.1, end_date: 1_800_000_000 }
    expect(await as('host-key').post(LIST, body)).toEqual(listed('created network volume ask with id 1 and size 500'))
    expect(last().basis).toBe('documented')
    expect(await as('renter-key').post(SEARCH, { q: {} })).toEqual({
      status: 200,
      body: {
        success: true,
        offers: [
          {
            ask_contract_id: 1,
            disk_space: 500,
            inet_up: 500,
            inet_down: 800,
            reliability2: 0.99,
            verified: true,
            geolocation: 'Oslo, NO',
            nw_disk_avg_bw: 900,
            nw_disk_max_bw: 1200,
            nw_disk_min_bw: 600,
            start_date: START_SECONDS,
            end_date: 1_800_000_000,
            storage_cost: 0.073,
            storage_cost_total: (0.073 * 500) / 720,
          },
        ],
      },
    })
  },
)

proves(
  'network-volumes.list.updates',
  'listing a listed disk again replaces the given fields and keeps the offer and the rest',
  async ({ simulate }) => {
    const steps = [
      { given: { price_disk: 0.3 }, size: 600 },
      { given: { size: 700 }, size: 700 },
      { given: { credit_discount_max: 0.5 }, size: 700 },
      { given: { end_date: 1_900_000_000 }, size: 700 },
      { given: {}, size: 700 },
      { given: { price_disk: 0, size: 1000, credit_discount_max: 1, end_date: START_SECONDS + 1 }, size: 1000 },
    ]
    const world = simulate({ network_disks: [disk], network_volume_offers: [listing] })
    const expected = { ...listing }
    for (const { given, size } of steps) {
      expect(await world.as('host-key').post(LIST, { disk_id: 42, ...given })).toEqual(
        listed(`updated network volume ask with id 7 and size ${size}`),
      )
      Object.assign(expected, given)
      expect(await listings(world)).toEqual([expected])
    }
  },
)

proves(
  [
    'network-volumes.list.unsized-offers-whole-disk',
    'network-volumes.list.unpriced-is-invented',
    'network-volumes.list.endless-runs-for-a-year',
  ],
  'a listing with nothing but its disk offers all of it for a year at an invented price',
  async ({ simulate }) => {
    const { as, last } = simulate({ network_disks: [disk] })
    expect(await as('host-key').post(LIST, { disk_id: 42 })).toEqual(
      listed('created network volume ask with id 1 and size 1000'),
    )
    expect(last().basis).toBe('assumed')
    const { body } = await as('renter-key').post(SEARCH, { q: {} })
    const [offer] = (body as { offers: { storage_cost: number }[] }).offers
    expect(offer).toMatchObject({
      disk_space: 1000,
      start_date: START_SECONDS,
      end_date: START_SECONDS + SECONDS_PER_YEAR,
    })
    expect(offer?.storage_cost).toBeGreaterThanOrEqual(0.03)
    expect(offer?.storage_cost).toBeLessThanOrEqual(0.3)
  },
)

proves(
  ['network-volumes.list.creates', 'network-volumes.search.expires'],
  'a disk with an expired listing can be listed again, under a new offer',
  async ({ simulate }) => {
    const world = simulate({
      network_disks: [disk],
      network_volume_offers: [{ ...listing, end_date: START_SECONDS + 60 }],
    })
    await world.control.post('/_sim/clock/advance', { seconds: 60 })
    expect(await world.as('host-key').post(SEARCH, { q: {} })).toEqual({
      status: 200,
      body: { success: true, offers: [] },
    })
    const body = { disk_id: 42, price_disk: 0.2, size: 300, end_date: START_SECONDS + 120 }
    expect(await world.as('host-key').post(LIST, body)).toEqual(
      listed('created network volume ask with id 8 and size 300'),
    )
    expect(await listings(world)).toEqual([{ ...body, id: 8, start_date: START_SECONDS + 60 }])
  },
)

proves('network-volumes.list.disk-id-invalid', 'a missing or invalid disk_id is refused', async ({ simulate }) => {
  const world = simulate({ network_disks: [disk] })
  const bodies: [object, string][] = [
    [{}, 'disk_id: is missing'],
    [{ disk_id: 'forty-two' }, 'disk_id: expected number, received string'],
    [{ disk_id: 4.2 }, 'disk_id: expected int, received number'],
  ]
  for (const [body, msg] of bodies) {
    expect(await world.as('host-key').post(LIST, body)).toEqual({ status: 400, body: { error: 'invalid_args', msg } })
    expect(world.last().basis).toBe('documented')
  }
  expect(await listings(world)).toEqual([])
})

proves(
  'network-volumes.list.disk-not-owned',
  'a disk that is unknown or belongs to someone else is refused',
  async ({ simulate }) => {
    const world = simulate({ network_disks: [disk] })
    for (const [key, disk_id] of [
      ['renter-key', 42],
      ['host-key', 43],
    ] as const) {
      expect(await world.as(key).post(LIST, { disk_id, size: 5000 })).toEqual({
        status: 403,
        body: { error: 'not_authorized', msg: `network disk ${disk_id} is not yours` },
      })
    }
    expect(await listings(world)).toEqual([])
  },
)

proves(
  'network-volumes.list.size-exceeds-disk',
  'a size over that of the disk is refused, the whole disk is not',
  async ({ simulate }) => {
    const world = simulate({ network_disks: [disk], network_volume_offers: [listing] })
    expect(await world.as('host-key').post(LIST, { disk_id: 42, size: 1001, price_disk: 9 })).toEqual({
      status: 400,
      body: { error: 'invalid_args', msg: 'size: disk 42 has 1000 GB, not 1001' },
    })
    expect(await listings(world)).toEqual([listing])
    expect(await world.as('host-key').post(LIST, { disk_id: 42, size: 1000 })).toEqual(
      listed('updated network volume ask with id 7 and size 1000'),
    )
  },
)

proves(
  'network-volumes.list.ends-in-the-past',
  'an end_date that is not in the future is refused',
  async ({ simulate }) => {
    const world = simulate({ network_disks: [disk], network_volume_offers: [listing] })
    for (const end_date of [0, START_SECONDS - 1, START_SECONDS]) {
      expect(await world.as('host-key').post(LIST, { disk_id: 42, end_date })).toEqual({
        status: 400,
        body: { error: 'invalid_args', msg: `end_date: ${end_date} is not in the future` },
      })
    }
    expect(await listings(world)).toEqual([listing])
    expect(await world.as('host-key').post(LIST, { disk_id: 42, end_date: START_SECONDS + 0.5 })).toEqual(
      listed('updated network volume ask with id 7 and size 600'),
    )
  },
)

proves('request.wrong-field', 'a listing with a field of the wrong type or range is refused', async ({ simulate }) => {
  const world = simulate({ network_disks: [disk], network_volume_offers: [listing] })
  const wrong = [
    { price_disk: -0.1 },
    { size: 10.5 },
    { size: 0 },
    { credit_discount_max: 1.5 },
    { end_date: '2027-01-01' },
  ]
  for (const given of wrong) {
    const [field] = Object.keys(given)
    expect(await world.as('host-key').post(LIST, { disk_id: 42, ...given }), JSON.stringify(given)).toEqual({
      status: 400,
      body: { error: 'invalid_args', msg: like(`^${field}: `) },
    })
  }
  expect(await listings(world)).toEqual([listing])
})
