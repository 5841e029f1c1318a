import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { type Client, simulate, START_SECONDS } from '../support/simulate.ts'

const HOUR = 3600
const observed = { dialect: 'observed', rateLimit: { enabled: false } } as const
const either = [undefined, observed] as const
const machine = { machine_id: 77 }
const rows = {
  offers: [
    { id: 600, ...machine, seen: { end_date: START_SECONDS } },
    { id: 601, ...machine, seen: { end_date: START_SECONDS + HOUR } },
    { id: 602, machine_id: 78 },
    { id: 603, machine_id: 79, rentable: false },
  ],
  network_disks: [
    { id: 5, user_id: 1002, size: 50 },
    { id: 6, user_id: 1002, size: 50 },
  ],
  network_volume_offers: [
    { id: 60, disk_id: 5, end_date: START_SECONDS },
    { id: 61, disk_id: 6, end_date: START_SECONDS + HOUR },
  ],
  volume_offers: [
    { id: 21, size: 100, ...machine, end_date: START_SECONDS + HOUR },
    { id: 22, size: 100, machine_id: 78, end_date: START_SECONDS },
    { id: 23, size: 100, machine_id: 79 },
  ],
}

const image = 'a/b'
const withVolume = (volume_id: number) => ({
  image,
  volume_info: { create_new: true, volume_id, size: 10, mount_path: '/d' },
})
const statusOf = async (answer: Promise<{ readonly status: number }>): Promise<number> => (await answer).status
const rent = (client: Client, id: number, body: object = { image }) => statusOf(client.put(`/api/v0/asks/${id}/`, body))
const gone = (id: number) => ({
  status: 410,
  body: {
    error: 'no_such_ask',
    msg: `error 410/3907: no_such_ask Instance type ${id} is no longer available.`,
  },
})
const found = async (client: Client, query: object = {}): Promise<readonly number[]> => {
  const { body } = await client.post('/api/v0/bundles/', query)
  return (body as { readonly offers: readonly { readonly id: number }[] }).offers.map(({ id }) => id)
}

proves('instances.create.offer-rented', 'an offer is rented until its end_date, not from then on', async (given) => {
  for (const options of either) {
    const { as, control, last } = given.simulate(rows, options)
    const renter = as('renter-key')
    expect(await renter.put('/api/v0/asks/600/', { image })).toMatchObject(gone(600))
    expect(last().hint).toMatch(/^its end_date \d+ has passed; .* POST \/_sim\/reset \{"clock": "\d{4}-/)
    expect(await renter.put('/api/v0/asks/603/', { image })).toMatchObject(gone(603))
    await control.post('/_sim/clock/advance', { seconds: HOUR - 1 })
    expect(await rent(renter, 601)).toBe(200)
    await control.post('/_sim/clock/advance', { seconds: 366 * 24 * HOUR })
    expect(await renter.put('/api/v0/asks/602/', { image })).toMatchObject(gone(602))
  }
})

absent('instances.create.offer-rented', 'an offer that ends later is rented', async (given) => {
  for (const options of either)
    for (const id of [601, 602]) expect(await rent(given.simulate(rows, options).as('renter-key'), id)).toBe(200)
})

proves('rental-offers.search.rentable', 'a search finds what can be rented', async (given) => {
  const { as, control } = given.simulate(rows, observed)
  const renter = as('renter-key')
  expect(await found(renter)).toEqual([601, 602])
  expect(await found(renter, { rentable: { eq: false } })).toEqual([600, 603])
  await control.post('/_sim/clock/advance', { seconds: HOUR })
  expect(await found(renter)).toEqual([602])
  await control.post('/_sim/clock/advance', { seconds: 366 * 24 * HOUR })
  expect(await found(renter)).toEqual([])
})

test('a search names the space for volumes that is offered still', async () => {
  const { as, control } = simulate(rows, observed)
  const spaces = async () => {
    const { body } = await as('renter-key').post('/api/v0/bundles/', { rented: { eq: false }, rentable: { eq: 'any' } })
    const { offers } = body as { readonly offers: readonly { id: number; avail_vol_ask_id: number | null }[] }
    return Object.fromEntries(offers.map(({ id, avail_vol_ask_id }) => [id, avail_vol_ask_id]))
  }
  expect(await spaces()).toEqual({ 600: 21, 601: 21, 602: null, 603: 23 })
  await control.post('/_sim/clock/advance', { seconds: HOUR })
  expect(await spaces()).toEqual({ 600: null, 601: null, 602: null, 603: 23 })
})

proves(
  ['instances.create.volume-unknown', 'volumes.create.offer-unknown'],
  'no volume is made from an offer that is over, for any caller',
  async (given) => {
    for (const options of either) {
      const { as, control } = given.simulate(rows, options)
      const renter = as('renter-key')
      expect(await renter.put('/api/v0/asks/602/', withVolume(22))).toMatchObject({
        status: 400,
        body: { error: 'invalid_args', msg: 'volume_info.volume_id: there is no volume offer 22' },
      })
      await control.post('/_sim/clock/advance', { seconds: HOUR })
      expect(await rent(renter, 602, withVolume(21))).toBe(400)
      expect(await rent(renter, 602, withVolume(23))).toBe(200)
    }
    const { as, control } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const local = (id: number) => statusOf(renter.put('/api/v0/volumes/', { id, size: 1 }))
    const network = (id: number) => statusOf(renter.put('/api/v0/network_volumes/', { id, size: 1 }))
    expect([await local(21), await local(22), await network(60), await network(61)]).toEqual([200, 404, 404, 200])
    await control.post('/_sim/clock/advance', { seconds: HOUR })
    expect([await local(21), await network(61), await local(23)]).toEqual([404, 404, 200])
  },
)

test('a volume has the instant at which it was made, for every owner', async () => {
  for (const make of [
    (client: Client) => rent(client, 602, withVolume(23)),
    (client: Client) => statusOf(client.put('/api/v0/volumes/', { id: 23, size: 10 })),
    (client: Client) => statusOf(client.put('/api/v0/network_volumes/', { id: 61, size: 10 })),
  ]) {
    const { as, control } = simulate(rows, observed)
    await control.post('/_sim/clock/advance', { seconds: 90 })
    expect(await make(as('renter-key'))).toBe(200)
    await control.post('/_sim/clock/advance', { seconds: HOUR })
    const { body } = await as('renter-key').get('/api/v0/volumes/')
    expect(body).toMatchObject({ volumes: [{ size: 10, start_date: START_SECONDS + 90 }] })
  }
})
