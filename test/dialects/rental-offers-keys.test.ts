import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { type Client, simulate } from '../support/simulate.ts'

const observed = { dialect: 'observed', rateLimit: { enabled: false } } as const
const BUNDLES = '/api/v0/bundles/'
const ASKS = '/api/v0/search/asks/'
const rows = {
  offers: [{ id: 600 }, { id: 601 }, { id: 602, rentable: false }],
  instances: [{ id: 1, user_id: 1001, offer_id: 601 }],
}

const idsIn = ({ body }: { readonly body: unknown }): readonly number[] =>
  (body as { offers: readonly { id: number }[] }).offers.map(({ id }) => id)
const found = async (client: Client, query: object) => idsIn(await client.post(BUNDLES, query))

const refused = (name: string) => ({
  status: 400,
  body: { success: false, error: 'invalid_args', msg: `${name} is not a valid search key` },
})

proves(
  'rental-offers.search.unknown-name',
  'what no offer has is refused whatever its value, in every form of the search',
  async (given) => {
    const renter = given.simulate(rows, observed).as('renter-key')
    for (const value of [1, 'x', true, false, 0, '', [], ['a'], {}, { eq: 1 }]) {
      expect(await renter.post(BUNDLES, { limit: 10, gpu_nam: value })).toEqual(refused('gpu_nam'))
      expect(await renter.put(ASKS, { q: { gpu_nam: value } })).toEqual(refused('gpu_nam'))
      const q = encodeURIComponent(JSON.stringify({ gpu_nam: value }))
      expect(await renter.get(`${BUNDLES}?q=${q}`)).toEqual(refused('gpu_nam'))
    }
    expect(await renter.post(BUNDLES, { q: '{"gpu_name":{"eq":"RTX 3090"}}' })).toEqual(refused('q'))
    expect(await renter.post(BUNDLES, { q: { gpu_name: { eq: 'RTX 3090' } } })).toEqual(refused('q'))
    expect(await renter.get(`${BUNDLES}?gpu_name=RTX`)).toEqual(refused('gpu_name'))
  },
)

absent(
  'rental-offers.search.unknown-name',
  'what clients of the vendor send besides filters is taken and changes nothing',
  async (given) => {
    const renter = given.simulate(rows, observed).as('renter-key')
    for (const further of [
      { extra_ids: [] },
      { extra_ids: [601], sort_option: { 0: ['dph_total', 'asc'] } },
      { target_reliability: 0.9 },
      { gpu_option: 'all', show_incompatible: false, template_id: 7, disable_bundling: true },
      { gpu_nam: null },
    ])
      expect(await found(renter, further)).toEqual([600])
    expect(await found(renter, { target_reliability: { gt: 0.5 } })).toEqual([])
    expect((await renter.get(`${BUNDLES}?owner=me&api_key=renter-key`)).status).toBe(200)
  },
)

proves(
  'rental-offers.search.rentable',
  'rented alone finds nothing that is rented; rentable any lifts that',
  async (given) => {
    const renter = given.simulate(rows, observed).as('renter-key')
    expect(await found(renter, { rented: { eq: true } })).toEqual([])
    expect(await found(renter, { rented: { eq: false } })).toEqual([600])
    expect(await found(renter, { rentable: { eq: 'any' } })).toEqual([600, 601, 602])
    expect(await found(renter, { rentable: 'any' })).toEqual([600, 601, 602])
    expect(await found(renter, { rentable: { eq: 'any' }, rented: { eq: true } })).toEqual([601])
    expect(await found(renter, { rentable: { eq: false } })).toEqual([601, 602])
    expect(await found(renter, {})).toEqual([600])
    expect((await renter.post(BUNDLES, { rentable: { eq: 'some' } })).status).toBe(400)
    expect((await renter.post(BUNDLES, { rented: { eq: 'any' } })).status).toBe(400)
  },
)

test('rented finds rented offers where that is chosen', async () => {
  const rules = { 'rental-offers.search.rentable': 'rented-too' }
  const { as } = simulate(rows, { ...observed, rules })
  expect(await found(as('renter-key'), { rented: { eq: true } })).toEqual([601])
})

const spaces = [{ id: 1, size: 100 }]

proves('volumes.search.unknown-name', 'a search for space refuses a key that no offer has', async (given) => {
  const renter = given.simulate({ volume_offers: spaces }, observed).as('renter-key')
  for (const value of [1, 'x', { eq: 1 }, ['a']])
    expect(await renter.post('/api/v0/volumes/search/', { colour: value })).toEqual(refused('colour'))
})

absent('volumes.search.unknown-name', 'what an offer of space has is searched for', async (given) => {
  const renter = given.simulate({ volume_offers: spaces }, observed).as('renter-key')
  expect((await renter.post('/api/v0/volumes/search/', { disk_space: { gte: '1' }, colour: null })).status).toBe(200)
})

test('a search for network volumes refuses a key that no offer has, in q and without it', async () => {
  const renter = simulate({}, observed).as('renter-key')
  const SEARCH = '/api/v0/network_volumes/search/'
  for (const value of [1, 'x', { eq: 1 }, ['a']]) {
    const error = { status: 400, body: { success: false, error: 'invalid_args' } }
    expect(await renter.post(SEARCH, { colour: value })).toMatchObject(error)
    expect(await renter.post(SEARCH, { q: { colour: value } })).toMatchObject(error)
  }
  expect((await renter.post(SEARCH, { disk_space: { gte: '1' }, colour: null })).status).toBe(200)
})
