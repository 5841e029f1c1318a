import type { VolumeOfferRow, VolumeRow } from '../../instances/rows.ts'
import { endOf } from '../../network-volumes/listing.ts'
import type { Sim } from '../../sim.ts'

/** What volumes are made from. */
export interface Space {
  readonly leftGb: number
  readonly place: Pick<VolumeRow, 'volume_offer_id' | 'network_disk_id'>
}

const totalSize = (volumes: readonly VolumeRow[]): number => volumes.reduce((sum, { size }) => sum + size, 0)

/** What an offer has left, in GB. */
export const spaceLeft = ({ tables }: Sim, offer: VolumeOfferRow): number =>
  offer.size - totalSize(tables.volumes.where('volume_offer_id', offer.id))

/** The offers of local space that are not over, by ascending id. */
export const currentOffers = ({ tables, clock }: Sim): readonly VolumeOfferRow[] =>
  tables.volume_offers.values().filter(({ end_date = Infinity }) => end_date > clock.nowSeconds)

/** The local space of an offer; undefined where there is none, or it is over. */
export function localSpace(sim: Sim, offerId: number): Space | undefined {
  const offer = currentOffers(sim).find(({ id }) => id === offerId)
  return offer && { leftGb: spaceLeft(sim, offer), place: { volume_offer_id: offer.id } }
}

/** The space of a network disk that is listed; undefined where there is no such listing, or it is over. */
export function networkSpace(sim: Sim, listingId: number): Space | undefined {
  const { tables, clock } = sim
  const listing = tables.network_volume_offers.get(listingId)
  const disk = listing && tables.network_disks.get(listing.disk_id)
  if (listing === undefined || disk === undefined || endOf(sim, listing) <= clock.nowSeconds) return undefined
  const taken = totalSize(tables.volumes.where('network_disk_id', disk.id))
  return { leftGb: (listing.size ?? disk.size) - taken, place: { network_disk_id: disk.id } }
}
