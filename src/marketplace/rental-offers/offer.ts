import type { Invention } from '../../kernel/invention.ts'
import type { Value } from '../../kernel/query.ts'
import { marketInvented, offerFields } from '../instances/hardware.ts'
import type { OfferRow } from '../instances/rows.ts'
import { hardwareSchema, marketSchema } from '../instances/schema.ts'
import { furtherCosts, shownAsSeen } from '../operation/seen.ts'
import { HOURS_PER_MONTH } from '../operation/units.ts'

/** How offers are asked for, and when. */
export interface Asked {
  readonly invention: Invention
  readonly nowSeconds: number
  /** GB of disk. */
  readonly allocatedGb: number
  /** Whether they are rented by a bid. */
  readonly isBid: boolean
  readonly isRented: (row: OfferRow) => boolean
}

export const isRentable = (row: OfferRow, { isRented }: Asked): boolean => row.rentable !== false && !isRented(row)

type Readers = Readonly<Record<string, (row: OfferRow) => Value>>

const idOf = ({ id }: OfferRow): number => id

/** How each field of an offer is read that is one value. What a row leaves out is invented for the fields that are read only. */
export function offerReaders(asked: Asked): Readers {
  const { invention, nowSeconds, allocatedGb, isBid, isRented } = asked
  const verification = offerFields.reader(invention, 'verification')
  const dlperf = offerFields.reader(invention, 'dlperf')
  const flops = offerFields.reader(invention, 'total_flops')
  const endDate = marketInvented.reader(invention, 'end_date')
  const { storage, total } = priceReaders(asked)
  return {
    id: idOf,
    ask_contract_id: idOf,
    bundle_id: idOf,
    ...Object.fromEntries(
      hardwareSchema.keyof().options.map((name) => [name, offerFields.reader(invention, name)] as const),
    ),
    ...Object.fromEntries(
      marketSchema.keyof().options.map((name) => [name, marketInvented.reader(invention, name)] as const),
    ),
    rentable: (row) => isRentable(row, asked),
    rented: isRented,
    verified: (row) => verification(row) === 'verified',
    is_bid: () => isBid,
    reliability: offerFields.reader(invention, 'reliability2'),
    disk_space: marketInvented.reader(invention, 'disk_space'),
    allocated_storage: () => allocatedGb,
    storage_total_cost: storage,
    dph_total: total,
    dlperf_per_dphtotal: (row) => (total(row) === 0 ? null : (dlperf(row) ?? 0) / total(row)),
    flops_per_dphtotal: (row) => (total(row) === 0 ? 0 : flops(row) / total(row)),
    start_date: marketInvented.reader(invention, 'start_date'),
    end_date: endDate,
    duration: (row) => Math.max(0, endDate(row) - nowSeconds),
    cluster_id: () => null,
  }
}

/** $/hour. */
function priceReaders({ invention, allocatedGb, isBid }: Asked) {
  const machine = offerFields.reader(invention, isBid ? 'min_bid' : 'dph_base')
  const perMonth = offerFields.reader(invention, 'storage_cost')
  const storage = (row: OfferRow): number => (perMonth(row) * allocatedGb) / HOURS_PER_MONTH
  return { machine, storage, total: (row: OfferRow): number => machine(row) + storage(row) }
}

/** An offer as a search shows it. */
export function shownOffer(row: OfferRow, asked: Asked, readers: Readers): object {
  const { machine, storage, total } = priceReaders(asked)
  const costs = {
    gpuCostPerHour: machine(row),
    diskHour: storage(row),
    totalHour: total(row),
    discountTotalHour: 0,
    discountedTotalPerHour: total(row),
    ...furtherCosts,
  }
  const fields = Object.entries(readers).map(([name, read]) => [name, read(row)] as const)
  const { seen = {} } = row
  const endsAt = seen['end_date']
  const disk = { ...costs, gpuCostPerHour: 0, totalHour: costs.diskHour, discountedTotalPerHour: costs.diskHour }
  return {
    ...Object.fromEntries(fields),
    search: costs,
    instance: disk,
    ...shownAsSeen(row),
    ...(typeof endsAt === 'number' && { duration: Math.max(0, endsAt - asked.nowSeconds) }),
  }
}
