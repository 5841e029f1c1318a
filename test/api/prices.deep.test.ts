import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { list } from '../support/list-instances.ts'
import { simulate } from '../support/simulate.ts'
import { runs } from '../support/drawn.ts'

/** $, a millionth at least. */
const money = fc.integer({ min: 0, max: 100_000_000 }).map((millionths) => millionths / 1_000_000)
const states = ['created', 'loading', 'running', 'exited', 'rebooting', 'offline'] as const

/** How an instance was rented, and in which state it is. */
const rented = fc.record(
  {
    price: money,
    dph_base: money,
    storage_cost: money,
    disk_space: fc.integer({ min: 0, max: 4000 }),
    intended_status: fc.constantFrom('running', 'stopped'),
    actual_status: fc.constantFrom(...states),
    cur_state: fc.constantFrom('running', 'stopped'),
    boot: fc.constant({ mode: 'manual' }),
  },
  { requiredKeys: [] },
)

interface Costs {
  readonly gpuCostPerHour: number
  readonly diskHour: number
  readonly totalHour: number
  readonly discountedTotalPerHour: number
}
type Priced = Readonly<Record<'dph_base' | 'dph_total' | 'storage_total_cost', number>> &
  Readonly<Record<'search' | 'instance', Costs>>

for (const dialect of ['documented', 'observed'] as const)
  test(`${dialect}: in every state, with and without a bid, the parts of a price make its whole`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rented, { minLength: 1, maxLength: 8 }), async (instances) => {
        const { as } = simulate(
          {
            offers: instances.map((_, at) => ({ id: 600 + at })),
            instances: instances.map((row, at) => ({ ...row, id: 1 + at, user_id: 1001, offer_id: 600 + at })),
          },
          { dialect, rateLimit: { enabled: false } },
        )
        const shown = (await list(as('renter-key'))) as readonly Priced[]
        for (const [at, { dph_base, dph_total, storage_total_cost, search, instance }] of shown.entries()) {
          expect(dph_base).toBe(instances[at]?.price ?? dph_base)
          expect(dph_total).toBe(dph_base + storage_total_cost)
          expect(search).toMatchObject({ gpuCostPerHour: dph_base, diskHour: storage_total_cost, totalHour: dph_total })
          expect([0, dph_base]).toContain(instance.gpuCostPerHour)
          for (const costs of [search, instance]) {
            expect(costs.totalHour).toBe(costs.gpuCostPerHour + costs.diskHour)
            expect(costs.discountedTotalPerHour).toBe(costs.totalHour)
          }
        }
      }),
      runs(40),
    )
  })
