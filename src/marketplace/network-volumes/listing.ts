import type { DueEvent } from '../../kernel/clock.ts'
import { refuse } from '../../kernel/refusal.ts'
import { declaredRules } from '../../kernel/rules-in-force.ts'
import { ownRow, requireOwnRow } from '../own-row.ts'
import type { Sim } from '../sim.ts'
import { SECONDS_PER_DAY } from '../operation/units.ts'
import type { UserRow } from '../users/collections.ts'
import type { ListBody } from './schema.ts'
import { listingFields, type NetworkVolumeOfferRow } from './collections.ts'
import { catalogue } from '../catalogue.ts'

/** When a listing expires, in Unix seconds. */
export function endOf({ invention, rules }: Pick<Sim, 'invention' | 'rules'>, listing: NetworkVolumeOfferRow): number {
  if (listing.end_date !== undefined) return listing.end_date
  const lasts = rules.valueOf(catalogue['network-volumes.list.endless-runs-for-a-year']) * SECONDS_PER_DAY
  // A listing that a client made has its start: nothing is invented for it.
  return (listing.start_date ?? listingFields.reader(invention, 'start_date')(listing)) + lasts
}

export interface ListingResult {
  readonly id: number
  /** GB. */
  readonly size: number
  readonly created: boolean
}

/** Lists a disk that its owner holds, or updates the listing that it already has. */
export function listVolume(sim: Sim, owner: UserRow, body: ListBody): ListingResult {
  const { tables, clock, trace } = sim
  const notOwned = catalogue['network-volumes.list.disk-not-owned']
  const disk = requireOwnRow(
    tables.network_disks,
    owner,
    body.disk_id,
    notOwned,
    `network disk ${body.disk_id} is not yours`,
  )
  if (body.size !== undefined && body.size > disk.size) {
    throw refuse(
      catalogue['network-volumes.list.size-exceeds-disk'],
      `size: disk ${disk.id} has ${disk.size} GB, not ${body.size}`,
    )
  }
  if (body.end_date !== undefined && body.end_date <= clock.nowSeconds) {
    throw refuse(catalogue['network-volumes.list.ends-in-the-past'], `end_date: ${body.end_date} is not in the future`)
  }

  const [earlier] = tables.network_volume_offers.where('disk_id', disk.id)
  if (earlier !== undefined && !hasExpired(sim, earlier)) {
    trace.apply(catalogue['network-volumes.list.updates'])
    const listing = tables.network_volume_offers.put({ ...earlier, ...body })
    if (listing.size === undefined) trace.apply(catalogue['network-volumes.list.unsized-offers-whole-disk'])
    return { id: listing.id, size: listing.size ?? disk.size, created: false }
  }

  trace.apply(catalogue['network-volumes.list.creates'])
  if (body.size === undefined) trace.apply(catalogue['network-volumes.list.unsized-offers-whole-disk'])
  if (body.price_disk === undefined) trace.apply(catalogue['network-volumes.list.unpriced-is-invented'])
  if (body.end_date === undefined) trace.apply(catalogue['network-volumes.list.endless-runs-for-a-year'])
  if (earlier !== undefined) {
    trace.apply(catalogue['network-volumes.list.relists-after-expiry'])
    tables.network_volume_offers.delete(earlier.id)
  }
  const id = tables.network_volume_offers.nextId()
  tables.network_volume_offers.put({ ...body, id, start_date: clock.nowSeconds })
  return { id, size: body.size ?? disk.size, created: true }
}

/** Whether a listing has expired; records the rules that say so. */
function hasExpired(sim: Sim, listing: NetworkVolumeOfferRow): boolean {
  const { clock, trace, invention } = sim
  const isOver = clock.nowSeconds >= endOf(sim, listing)
  if (isOver) trace.apply(catalogue['network-volumes.search.expires'])
  const isUsuallyOver = clock.nowSeconds >= endOf({ invention, rules: declaredRules }, listing)
  if (listing.end_date === undefined && (isOver || isUsuallyOver))
    trace.apply(catalogue['network-volumes.list.endless-runs-for-a-year'])
  return isOver
}

/** Deletes a listing of its owner. */
export function unlistVolume(sim: Sim, user: UserRow, id: number): void {
  const { tables, trace } = sim
  const listing = tables.network_volume_offers.get(id)
  if (listing === undefined || hasExpired(sim, listing)) {
    throw refuse(catalogue['network-volumes.unlist.id-unknown'], `id: no network volume offer ${id} is listed`)
  }
  if (ownRow(tables.network_disks, user, listing.disk_id) === undefined)
    throw refuse(catalogue['network-volumes.unlist.not-owned'], `network volume offer ${id} is not yours`)
  trace.apply(catalogue['network-volumes.unlist.unlists'])
  tables.network_volume_offers.delete(id)
}

/** When listings expire. */
export function listingSchedule(
  sim: Pick<Sim, 'tables' | 'invention' | 'rules'>,
  listings = sim.tables.network_volume_offers.values(),
): readonly DueEvent[] {
  return listings.map((listing) => ({
    atMs: Math.ceil(endOf(sim, listing) * 1000),
    text: `network volume offer ${listing.id} expires`,
  }))
}
