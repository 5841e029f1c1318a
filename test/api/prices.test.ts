import { expect, test } from 'vitest'
import { list } from '../support/list-instances.ts'
import { absent, proves } from '../support/proves.ts'
import { simulate } from '../support/simulate.ts'

const rows = {
  offers: [600, 601, 602, 603, 604, 605].map((id) => ({ id, dph_base: 0.5, min_bid: 0.3, storage_cost: 0.36 })),
  instances: [
    { id: 1, offer_id: 600 },
    { id: 2, offer_id: 601, price: 0.4, boot: { mode: 'manual' } },
    { id: 3, offer_id: 602, actual_status: 'exited', cur_state: 'running' },
    { id: 4, offer_id: 603, intended_status: 'stopped' },
    { id: 5, offer_id: 604, price: 0.4, actual_status: 'exited', cur_state: 'stopped' },
    { id: 6, offer_id: 605, actual_status: 'created', cur_state: 'stopped', intended_status: 'stopped' },
  ].map((row) => ({ ...row, user_id: 1001, disk_space: 20 })),
}
const disk = (0.36 * 20) / 720

proves(
  'instances.list.time-and-money',
  'instance shows the machine, too, unless the instance is stopped or waits for its machine',
  async (given) => {
    const shown = await list(given.simulate(rows).as('renter-key'))
    expect(shown.map(({ id, instance }) => [id, instance])).toEqual(
      [0.5, 0.4, 0.5, 0, 0, 0].map((gpuCostPerHour, at) => [
        at + 1,
        {
          gpuCostPerHour,
          diskHour: disk,
          totalHour: gpuCostPerHour + disk,
          discountTotalHour: 0,
          discountedTotalPerHour: gpuCostPerHour + disk,
        },
      ]),
    )
  },
)

test('an instance that waits for its machine after a start pays for its disk alone', async () => {
  const scenario = {
    name: 'slow',
    description: 'boots',
    progression: { instances: { mode: 'after', seconds: 100 } },
  } as const
  const { as, simulator } = simulate(rows, { dialect: 'observed', scenario, rateLimit: { enabled: false } })
  const renter = as('renter-key')
  await renter.put('/api/v0/instances/4/', { state: 'running' })
  const [, , , queued] = await list(renter)
  expect(queued).toMatchObject({ actual_status: 'scheduling', instance: { gpuCostPerHour: 0, totalHour: disk } })
  await simulator.clock.advance(60)
  const [, , , loading] = await list(renter)
  expect(loading).toMatchObject({ actual_status: 'loading', instance: { gpuCostPerHour: 0.5, totalHour: 0.5 + disk } })
})

const alone = { 'instances.list.current-costs': 'storage-alone' } as const

proves('instances.list.current-costs', 'instance shows the storage alone where that is chosen', async (given) => {
  const shown = await list(given.simulate(rows, { rules: alone }).as('renter-key'))
  for (const { instance } of shown) expect(instance).toMatchObject({ gpuCostPerHour: 0, totalHour: disk })
})

absent('instances.list.current-costs', 'without that choice no answer names it', async (given) => {
  await list(given.simulate(rows).as('renter-key'))
})

test('a bid that changes is dph_base from then on, and the sum holds', async () => {
  const { as } = simulate(rows, { dialect: 'observed', rateLimit: { enabled: false } })
  const renter = as('renter-key')
  for (const price of [0.45, 0.2]) {
    await renter.put('/api/v0/instances/bid_price/2/', { price })
    const [, bid] = await list(renter)
    const instance = price < 0.3 ? { gpuCostPerHour: 0, totalHour: disk } : { gpuCostPerHour: price }
    expect(bid).toMatchObject({ dph_base: price, dph_total: price + disk, instance })
  }
})
