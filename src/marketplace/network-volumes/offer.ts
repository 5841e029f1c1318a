import type { ReadField } from '../../kernel/query.ts'
import { HOURS_PER_MONTH } from '../operation/units.ts'
import type { Sim } from '../sim.ts'
import { diskFields, listingFields, type NetworkDiskRow, type NetworkVolumeOfferRow } from './collections.ts'
import { endOf } from './listing.ts'
import { type NetworkVolumeOffer, networkVolumeOffer } from './search-schema.ts'
import { catalogue } from '../catalogue.ts'

type World = Pick<Sim, 'tables' | 'invention' | 'rules'>

/** A listing with its disk, and what a search shows of them. */
export interface Offer {
  readonly listing: NetworkVolumeOfferRow
  readonly disk: NetworkDiskRow
  readonly shown: NetworkVolumeOffer
}

/** All offers, expired ones included, by ascending id. */
export const allOffers = (sim: World): readonly Offer[] =>
  sim.tables.network_volume_offers.values().flatMap((listing) => {
    const disk = sim.tables.network_disks.get(listing.disk_id)
    return disk === undefined ? [] : [{ listing, disk, shown: presentOffer(sim, listing, disk) }]
  })

function presentOffer(sim: World, listing: NetworkVolumeOfferRow, disk: NetworkDiskRow): NetworkVolumeOffer {
  const size = listing.size ?? disk.size
  const price = priceOf(sim, listing)
  const { id: _id, user_id: _owner, size: _whole, ...machine } = diskFields.complete(sim.invention, disk)
  return {
    ask_contract_id: listing.id,
    disk_space: size,
    ...machine,
    start_date: listingFields.complete(sim.invention, listing).start_date,
    end_date: endOf(sim, listing),
    storage_cost: price,
    storage_cost_total: (price * size) / HOURS_PER_MONTH,
  }
}

/** The price in $/GB/month. Another range than the usual moves what is invented in proportion. */
function priceOf({ invention, rules }: World, listing: NetworkVolumeOfferRow): number {
  const price = listingFields.complete(invention, listing).price_disk
  const { value: usual } = catalogue['network-volumes.list.unpriced-is-invented']
  const { from, to } = rules.valueOf(catalogue['network-volumes.list.unpriced-is-invented'])
  if (listing.price_disk !== undefined || (from === usual.from && to === usual.to)) return price
  return from + ((price - usual.from) * (to - from)) / (usual.to - usual.from)
}

const isShown = (field: string): field is keyof NetworkVolumeOffer => Object.hasOwn(networkVolumeOffer.shape, field)

/** Whether an order can name a field: offers show it, or it is derived. */
export const isOrderField = (field: string): boolean => isShown(field) || field === 'disk_bw' || field === 'duration'

/** How an order reads a field of an offer. */
export const orderField =
  (nowSeconds: number): ReadField<Offer> =>
  ({ shown }, field) => {
    if (field === 'disk_bw') return shown.nw_disk_avg_bw
    if (field === 'duration') return shown.end_date - nowSeconds
    return isShown(field) ? shown[field] : undefined
  }

/** How a filter reads a field of an offer, those included that only observed searches name. */
export const filterField =
  (nowSeconds: number): ReadField<Offer> =>
  (offer, field) => {
    if (field === 'geolocation') return countryCode(offer.shown.geolocation)
    if (field === 'host_id') return offer.disk.user_id
    if (field === 'cluster_id') return offer.listing.disk_id
    // No network volume is external.
    return field === 'external' ? false : orderField(nowSeconds)(offer, field)
  }

/** `NO` of `Oslo, NO`. */
export const countryCode = (geolocation: string): string => geolocation.slice(geolocation.lastIndexOf(',') + 1).trim()
