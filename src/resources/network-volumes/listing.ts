import type { Invention } from '../../kernel/invention.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Sim } from '../../kernel/sim.ts'
import { SECONDS_PER_DAY } from '../service/units.ts'
import type { UserRow } from '../users/state.ts'
import { listRules, unlistRules } from './rules.ts'
import type { ListBody } from './schema.ts'
import { completeListing, type NetworkVolumeOfferRow, type NetworkVolumeTables } from './state.ts'

const SECONDS_PER_YEAR = 365 * SECONDS_PER_DAY

/** Unix seconds. */
export function endOf(invention: Invention, listing: NetworkVolumeOfferRow): number {
  return listing.end_date ?? completeListing(invention, listing).start_date + SECONDS_PER_YEAR
}

export interface Listed {
  readonly listing: NetworkVolumeOfferRow & { readonly size: number }
  readonly created: boolean
}

/** Lists a disk that its owner holds, or updates the listing that it already has. */
export function listVolume(sim: Sim<NetworkVolumeTables>, owner: UserRow, body: ListBody): Listed {
  const { tables, clock, trace, invention } = sim
  const disk = tables.network_disks.get(body.disk_id)
  if (disk?.user_id !== owner.id) throw refuse(listRules.diskNotOwned, `no network disk ${body.disk_id} is yours`)
  if (body.size !== undefined && body.size > disk.size) {
    throw refuse(listRules.sizeExceedsDisk, `size: disk ${disk.id} has ${disk.size} GB, not ${body.size}`)
  }
  if (body.end_date !== undefined && body.end_date <= clock.nowSeconds) {
    throw refuse(listRules.endsInThePast, `end_date: ${body.end_date} is not in the future`)
  }

  const earlier = tables.network_volume_offers.where('disk_id', disk.id)
  const current = earlier.find((listing) => clock.nowSeconds < endOf(invention, listing))
  if (current !== undefined) {
    trace.apply(listRules.updates)
    if ((body.size ?? current.size) === undefined) trace.apply(listRules.unsizedOffersWholeDisk)
    return { listing: tables.network_volume_offers.put({ size: disk.size, ...current, ...body }), created: false }
  }

  trace.apply(listRules.creates)
  if (body.size === undefined) trace.apply(listRules.unsizedOffersWholeDisk)
  if (body.price_disk === undefined) trace.apply(listRules.unpricedIsInvented)
  if (body.end_date === undefined) trace.apply(listRules.endlessRunsForAYear)
  if (earlier.length > 0) trace.apply(listRules.relistsAfterExpiry)
  for (const expired of earlier) tables.network_volume_offers.delete(expired.id)
  const id = tables.network_volume_offers.nextId()
  const listing = { size: disk.size, ...body, id, start_date: clock.nowSeconds }
  return { listing: tables.network_volume_offers.put(listing), created: true }
}

/** Deletes a listing of its owner. */
export function unlistVolume(
  { tables, clock, trace, invention }: Sim<NetworkVolumeTables>,
  user: UserRow,
  id: number,
): void {
  const listing = tables.network_volume_offers.get(id)
  if (listing === undefined || clock.nowSeconds >= endOf(invention, listing)) {
    throw refuse(unlistRules.idUnknown, `id: no network volume offer ${id} is listed`)
  }
  if (tables.network_disks.get(listing.disk_id)?.user_id !== user.id) {
    throw refuse(unlistRules.notOwned, `network volume offer ${id} is not yours`)
  }
  trace.apply(unlistRules.unlists)
  tables.network_volume_offers.delete(id)
}
