import { type Invention, invents } from '../../kernel/invention.ts'
import { completeOffer, ratio, round } from '../instances/hardware.ts'
import { completeMarket, marketSchema } from '../instances/market.ts'
import type { OfferRow } from '../instances/rows.ts'
import { hardwareSchema } from '../instances/schema.ts'
import { HOURS_PER_MONTH, SECONDS_PER_DAY } from '../operation/units.ts'
import type { RentalOffer } from './schema.ts'

/** What of an offer depends on neither the request nor the clock. */
export const completeRental = invents('offers', (draw, row: OfferRow, invention) => {
  const { rentable: _rentable, ...machine } = hardwareSchema.parse(completeOffer(invention, row), { jitless: true })
  const { disk_space, end_date, ...market } = completeMarket(invention, row)
  return {
    id: row.id,
    ask_contract_id: row.id,
    bundle_id: row.id,
    ...machine,
    ...marketSchema.parse(market, { jitless: true }),
    verified: machine.verification === 'verified',
    reliability: machine.reliability2,
    disk_space,
    start_date:
      invention.epochSeconds - draw('offer_start_date', (f) => f.number.int({ min: 1, max: 200 })) * SECONDS_PER_DAY,
    end_date,
    cluster_id: null,
  }
})

/** For whom an offer is shown, and when. */
export interface Asked {
  readonly invention: Invention
  readonly nowSeconds: number
  /** GB of disk. */
  readonly allocatedGb: number
  /** Whether it is rented by a bid. */
  readonly isBid: boolean
  readonly isRented: (row: OfferRow) => boolean
}

export function rentalOfferOf(
  row: OfferRow,
  { invention, nowSeconds, allocatedGb, isBid, isRented }: Asked,
): RentalOffer {
  const fixed = completeRental(invention, row)
  const gpuCostPerHour = isBid ? fixed.min_bid : fixed.dph_base
  const storage_total_cost = round((fixed.storage_cost * allocatedGb) / HOURS_PER_MONTH)
  const dph_total = round(gpuCostPerHour + storage_total_cost)
  const costs = {
    gpuCostPerHour,
    diskHour: storage_total_cost,
    totalHour: dph_total,
    discountTotalHour: 0,
    discountedTotalPerHour: dph_total,
  }
  const rented = isRented(row)
  return {
    ...fixed,
    rented,
    rentable: !rented && row.rentable !== false,
    is_bid: isBid,
    allocated_storage: allocatedGb,
    storage_total_cost,
    dph_total,
    dlperf_per_dphtotal: fixed.dlperf === null ? null : ratio(fixed.dlperf, dph_total),
    flops_per_dphtotal: ratio(fixed.total_flops, dph_total) ?? 0,
    duration: Math.max(0, fixed.end_date - nowSeconds),
    search: costs,
    instance: costs,
  }
}
