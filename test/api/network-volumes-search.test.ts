import { expect, test } from 'vitest'
import { proves } from '../support/proves.ts'
import { simulate, type Simulated, START_SECONDS } from '../support/simulate.ts'

const SEARCH = '/api/v0/network_volumes/search/'

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const disk = (id: number, verified: boolean, geolocation: string, speed: number, reliability2: number) => ({
  id,
  user_id: 1002,
  size: 1000,
  verified,
  geolocation,
  inet_down: speed,
  inet_up: speed / 2,
  reliability2,
  nw_disk_avg_bw: speed * 2,
  nw_disk_max_bw: speed * 3,
  nw_disk_min_bw: speed,
})
const listing = (id: number, price_disk: number, lasts: number) => ({
  id,
  disk_id: id,
  price_disk,
  start_date: START_SECONDS - 100,
  end_date: START_SECONDS + lasts,
})

/** Three offers, each different in every field that a query can name. */
const rows = {
  network_disks: [
    disk(1, true, 'Oslo, NO', 100, 0.91),
    disk(2, false, 'Montreal, Quebec, CA', 200, 0.92),
    disk(3, true, 'US', 300, 0.93),
  ],
  network_volume_offers: [listing(1, 0.3, 1000), listing(2, 0.2, 2000), listing(3, 0.1, 3000)],
}

async function found({ as }: Simulated, q: object): Promise<readonly number[]> {
  const { status, body } = await as('renter-key').post(SEARCH, { q })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { offers: { ask_contract_id: number }[] }).offers.map((offer) => offer.ask_contract_id)
}

async function finds(world: Simulated, cases: readonly (readonly [object, readonly number[]])[]): Promise<void> {
  for (const [q, ids] of cases) expect(await found(world, q), JSON.stringify(q)).toEqual(ids)
}

proves(
  'network-volumes.search.finds',
  'every filter key narrows the offers to those that fit',
  async ({ simulate }) => {
    const world = simulate(rows)
    await finds(world, [
      [{ verified: { eq: true } }, [1, 3]],
      [{ verified: { eq: false } }, [2]],
      [{ reliability2: { gte: 0.92 } }, [2, 3]],
      [{ inet_down: { gt: 200 } }, [3]],
      [{ inet_up: { lte: 100 } }, [1, 2]],
      [{ geolocation: { in: ['NO', 'US'] } }, [1, 3]],
      [{ disk_bw: { gte: 400 } }, [2, 3]],
      [{ duration: { gt: 1000 } }, [2, 3]],
      [{ storage_cost: { lte: 0.2 } }, [2, 3]],
    ])
  },
)

proves(
  ['network-volumes.search.finds', 'network-volumes.search.further-operators'],
  'every operator compares as its name says, also at the boundary and together with others',
  async ({ simulate }) => {
    await finds(simulate(rows), [
      [{ inet_down: { eq: 200 } }, [2]],
      [{ inet_down: { neq: 200 } }, [1, 3]],
      [{ inet_down: { lt: 200 } }, [1]],
      [{ inet_down: { lte: 200 } }, [1, 2]],
      [{ inet_down: { gt: 200 } }, [3]],
      [{ inet_down: { gte: 200 } }, [2, 3]],
      [{ inet_down: { in: [100, 300] } }, [1, 3]],
      [{ inet_down: { in: [] } }, []],
      [{ inet_down: { notin: [100, 300] } }, [2]],
      [{ inet_down: { notin: [] } }, [1, 2, 3]],
      [{ inet_down: { gt: 100, lt: 300 } }, [2]],
      [{ inet_down: {} }, [1, 2, 3]],
      [{ geolocation: { notin: ['CA'] } }, [1, 3]],
      [{ verified: { neq: true } }, [2]],
      [{ inet_down: { gte: 200 }, verified: { eq: true } }, [3]],
    ])
  },
)

proves(
  'network-volumes.search.country-code',
  'geolocation reads country codes, and no places',
  async ({ simulate }) => {
    await finds(simulate(rows), [
      [{ geolocation: { eq: 'CA' } }, [2]],
      [{ geolocation: { eq: 'US' } }, [3]],
      [{ geolocation: { in: ['Oslo', 'Quebec', 'Oslo, NO'] } }, []],
    ])
  },
)

proves(
  'network-volumes.search.derived-filters',
  'disk_bw reads the average and duration the time left',
  async ({ simulate }) => {
    const world = simulate(rows)
    await finds(world, [
      [{ disk_bw: { eq: 200 } }, [1]],
      [{ duration: { gte: 2000 } }, [2, 3]],
    ])
    await world.control.post('/_sim/clock/advance', { seconds: 0.5 })
    await finds(world, [
      [{ duration: { gte: 2000 } }, [3]],
      [{ duration: { eq: 1999.5 } }, [2]],
    ])
  },
)

proves(
  'network-volumes.search.default-order',
  'offers come in the order asked for, and by id where it leaves them equal',
  async ({ simulate }) => {
    const world = simulate({ ...rows, network_volume_offers: rows.network_volume_offers.toReversed() })
    await finds(world, [
      [{}, [1, 2, 3]],
      [{ order: [] }, [1, 2, 3]],
      [{ order: [['storage_cost', 'asc']] }, [3, 2, 1]],
      [{ order: [['storage_cost', 'desc']] }, [1, 2, 3]],
      [{ order: [['ask_contract_id', 'desc']] }, [3, 2, 1]],
      [{ order: [['verified', 'asc']] }, [2, 1, 3]],
      [{ order: [['verified', 'desc']] }, [1, 3, 2]],
      [
        {
          order: [
            ['verified', 'desc'],
            ['storage_cost', 'asc'],
          ],
        },
        [3, 1, 2],
      ],
      [{ order: [['disk_bw', 'desc']] }, [3, 2, 1]],
      [{ order: [['duration', 'desc']] }, [3, 2, 1]],
      [{ order: [['geolocation', 'asc']] }, [2, 1, 3]],
      [{ order: [['storage_cost', 'asc']], limit: 1 }, [3]],
      [{ order: [['storage_cost', 'asc']], geolocation: { in: ['NO', 'CA'] }, limit: 1 }, [2]],
    ])
  },
)

proves(
  'network-volumes.search.unknown-order-field',
  'an order by a field that no offer has orders nothing',
  async ({ simulate }) => {
    const world = simulate(rows)
    expect(await found(world, { order: [['score', 'desc']] })).toEqual([1, 2, 3])
    expect(world.last().hint).toBe('no offer has the field score, so it orders nothing')
    const order = [
      ['score', 'desc'],
      ['storage_cost', 'asc'],
    ]
    expect(await found(world, { order })).toEqual([3, 2, 1])
  },
)

proves(
  'network-volumes.search.default-limit',
  'at most limit offers are answered, 64 without one, and there is no maximum',
  async ({ simulate }) => {
    const ids = Array.from({ length: 70 }, (_, index) => index + 1)
    const world = simulate({
      network_disks: ids.map((id) => ({ id, user_id: 1002, size: 10 })),
      network_volume_offers: ids.map((id) => ({ id, disk_id: id, end_date: START_SECONDS + 60 })),
    })
    await finds(world, [
      [{}, ids.slice(0, 64)],
      [{ limit: 65 }, ids.slice(0, 65)],
      [{ limit: 1_000_000 }, ids],
      [{ limit: 1 }, [1]],
      [{ limit: 0 }, []],
    ])
  },
)

proves(
  'network-volumes.search.expires',
  'an offer is found until its end_date and hidden from that instant on',
  async ({ simulate }) => {
    const world = simulate(rows)
    await world.control.post('/_sim/clock/advance', { seconds: 999.999 })
    expect(await found(world, {})).toEqual([1, 2, 3])
    await world.control.post('/_sim/clock/advance', { seconds: 0.001 })
    expect(await found(world, {})).toEqual([2, 3])
    expect(await found(world, { limit: 1 })).toEqual([2])
    await world.control.post('/_sim/clock/advance', { seconds: 2000 })
    expect(await found(world, {})).toEqual([])
  },
)

proves('request.wrong-field', 'a query that does not fit is refused and says where', async ({ simulate }) => {
  const { as } = simulate(rows)
  const queries: [object, string][] = [
    [{}, 'q: is missing'],
    [{ q: [] }, 'q: expected object, received array'],
    [{ q: { limit: '5' } }, 'q.limit: expected number, received string'],
    [{ q: { inet_down: 500 } }, 'q.inet_down: expected object, received number'],
    [{ q: { inet_down: { gte: '500' } } }, 'q.inet_down.gte: expected number, received string'],
    [{ q: { inet_down: { gtee: 1 } } }, 'q.inet_down.gtee: unknown key "gtee"; did you mean "gte"?'],
    [{ q: { inet_dwn: { gte: 1 } } }, 'q.inet_dwn: unknown key "inet_dwn"; did you mean "inet_down"?'],
  ]
  for (const [body, msg] of queries) {
    expect(await as('renter-key').post(SEARCH, body)).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg },
    })
  }
  for (const order of [['storage_cost'], [['storage_cost']], [['storage_cost', 'up']], [['storage_cost', 'asc', 1]]]) {
    expect(await as('renter-key').post(SEARCH, { q: { order } }), JSON.stringify(order)).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: like(/^q\.order\.0/) },
    })
  }
})

test('invented disk bandwidths are whole numbers around the average, pinned ones stay', async () => {
  const pinned = { id: 1, user_id: 1002, size: 10, nw_disk_avg_bw: 900.5 }
  const { as } = simulate({
    network_disks: [pinned],
    network_volume_offers: [{ id: 1, disk_id: 1 }],
    generate: { network_volume_offers: 40 },
  })
  const { body } = await as('renter-key').post(SEARCH, { q: {} })
  const { offers } = body as { offers: Record<'nw_disk_min_bw' | 'nw_disk_avg_bw' | 'nw_disk_max_bw', number>[] }
  expect(offers).toHaveLength(41)
  expect(offers[0]?.nw_disk_avg_bw).toBe(900.5)
  for (const { nw_disk_min_bw: min, nw_disk_avg_bw: average, nw_disk_max_bw: max } of offers) {
    expect([min, max].every(Number.isInteger), `${min} ${average} ${max}`).toBe(true)
    expect(min <= average && average <= max, `${min} ${average} ${max}`).toBe(true)
  }
  expect(offers.slice(1).every((offer) => Number.isInteger(offer.nw_disk_avg_bw))).toBe(true)
})
