import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { type Client, simulate } from '../support/simulate.ts'

const observed = { dialect: 'observed' } as const
const rows = {
  offers: [
    { id: 600, gpu_name: 'RTX 4090', dph_base: 0.4 },
    { id: 601, gpu_name: 'RTX 4090', dph_base: 0.3 },
    { id: 602, gpu_name: 'H100 SXM', dph_base: 2 },
  ],
}
const BUNDLES = '/api/v0/bundles/'
const ASKS = '/api/v0/search/asks/'
const query = { gpu_name: { eq: 'RTX 4090' }, order: [['dph_total', 'asc']] }
const byUrl = (q: object) => `${BUNDLES}?q=${encodeURIComponent(JSON.stringify(q))}`

interface Found {
  readonly offers: readonly { readonly id: number }[]
}
const ids = async (answer: ReturnType<Client['get']>) => ((await answer).body as Found).offers.map(({ id }) => id)

proves('rental-offers.search.without-key', 'a search of each form needs no key', async (given) => {
  const { as, simulator } = given.simulate(rows, observed)
  expect(await ids(as(null).post(BUNDLES, query))).toEqual([601, 600])
  expect(await ids(as(null).get(byUrl(query)))).toEqual([601, 600])
  expect(await ids(as(null).put(ASKS, { q: query }))).toEqual([601, 600])
  expect(simulator.journal.list().map(({ user_id }) => user_id)).toEqual([null, null, null])
})

absent(
  'rental-offers.search.without-key',
  'a key that is sent must be known, and needed where that is chosen',
  async (given) => {
    const world = given.simulate(rows, observed)
    expect((await world.as('nobodys-key').post(BUNDLES, query)).status).toBe(404)
    expect((await world.as('renter-key').post(BUNDLES, query)).status).toBe(200)
    const rules = { 'rental-offers.search.without-key': 'refused' }
    expect(
      (
        await given
          .simulate(rows, { ...observed, rules })
          .as(null)
          .post(BUNDLES, query)
      ).status,
    ).toBe(403)
  },
)

proves(
  'rental-offers.search.other-forms',
  'the query stands in q, and truncated says what the limit left out',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    const renter = as('renter-key')
    expect(await renter.put(ASKS, { q: { ...query, limit: 1 }, select_cols: ['id', 'gpu_name'] })).toEqual({
      status: 200,
      body: { offers: [{ id: 601, gpu_name: 'RTX 4090' }], truncated: true },
    })
    expect((await renter.put(ASKS, {})).body).toMatchObject({ offers: [{}, {}, {}], truncated: false })
    expect((await renter.get(byUrl({ ...query, limit: 1 }))).body).toMatchObject({
      success: true,
      offers: [{ id: 601 }],
    })
    expect(await ids(renter.get(BUNDLES))).toEqual([600, 601, 602])
    expect(await renter.put(ASKS, { rentable: { eq: true } })).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: 'rentable: Extra inputs are not permitted' },
    })
  },
)

absent('rental-offers.search.other-forms', 'a flat query is the body of a POST', async (given) => {
  const { as } = given.simulate(rows, observed)
  expect(await ids(as('renter-key').post(BUNDLES, query))).toEqual([601, 600])
})

test('names and values are checked in each form', async () => {
  const { as } = simulate(rows, observed)
  const unknown = { gpu: { eq: 1 } }
  const msg = 'gpu is not a valid search key'
  expect(await as(null).get(byUrl(unknown))).toMatchObject({ status: 400, body: { msg } })
  expect(await as(null).put(ASKS, { q: unknown })).toMatchObject({ status: 400, body: { msg } })
  expect((await as(null).get(`${BUNDLES}?q={`)).status).toBe(400)
  expect((await as(null).put(ASKS, { q: [] })).status).toBe(400)
  expect((await simulate(rows).as('renter-key').put(ASKS, { q: query })).status).toBe(404)
})
