import { bytesOf } from '../../kernel/json-bytes.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { Readers } from '../../kernel/query.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import type { Invention } from '../../kernel/invention.ts'
import { HOURS_PER_MONTH } from '../operation/units.ts'
import { diskFields, listingFields, type NetworkDiskRow, type NetworkVolumeOfferRow } from './collections.ts'
import type { Sim } from '../sim.ts'
import { endOf } from './listing.ts'
import { searchRules } from './rules.ts'
import { type NetworkVolumeOffer, networkVolumeOffer } from './schema.ts'

type Inventing = Pick<Sim, 'invention' | 'rules'>

/** The price in $/GB/month. Another range than the usual moves what is invented in proportion. */
function priceOf({ invention, rules }: Inventing, listing: NetworkVolumeOfferRow): number {
  const price = listingFields.complete(invention, listing).price_disk
  const { value: usual } = searchRules.unpricedIsInvented
  const { from, to } = rules.valueOf(searchRules.unpricedIsInvented)
  if (listing.price_disk !== undefined || (from === usual.from && to === usual.to)) return price
  return from + ((price - usual.from) * (to - from)) / (usual.to - usual.from)
}

function shownOffer(sim: Inventing, listing: NetworkVolumeOfferRow, disk: NetworkDiskRow): NetworkVolumeOffer {
  const size = listing.size ?? disk.size
  const price = priceOf(sim, listing)
  const { inet_up, inet_down, reliability2, verified, geolocation, nw_disk_avg_bw, nw_disk_max_bw, nw_disk_min_bw } =
    diskFields.complete(sim.invention, disk)
  return {
    ask_contract_id: listing.id,
    disk_space: size,
    inet_up,
    inet_down,
    reliability2,
    verified,
    geolocation,
    nw_disk_avg_bw,
    nw_disk_max_bw,
    nw_disk_min_bw,
    start_date: listingFields.complete(sim.invention, listing).start_date,
    end_date: endOf(sim, listing),
    storage_cost: price,
    storage_cost_total: (price * size) / HOURS_PER_MONTH,
  }
}

/** A listing with its disk, and what a search shows of them. */
export interface Offer {
  readonly listing: NetworkVolumeOfferRow
  readonly disk: NetworkDiskRow
  readonly shown: NetworkVolumeOffer
  /** The same as JSON. */
  readonly json: Uint8Array<ArrayBuffer>
}

/** Kept with the rows that the offer is made of. */
const offersUnder = memoizeByObject((invention: Invention) =>
  memoizeByObject((rules: RulesInForce) =>
    memoizeByObject((disk: NetworkDiskRow) =>
      memoizeByObject((listing: NetworkVolumeOfferRow): Offer => {
        const shown = shownOffer({ invention, rules }, listing, disk)
        return { listing, disk, shown, json: bytesOf(JSON.stringify(shown)) }
      }),
    ),
  ),
)

/** All offers, expired ones included, by ascending id. */
export function allOffers({ tables, invention, rules }: Inventing & Pick<Sim, 'tables'>): readonly Offer[] {
  const offersOf = offersUnder(invention)(rules)
  return tables.network_volume_offers.values().flatMap((listing) => {
    const disk = tables.network_disks.get(listing.disk_id)
    return disk === undefined ? [] : [offersOf(disk)(listing)]
  })
}

const countryCode = (geolocation: string): string => geolocation.slice(geolocation.lastIndexOf(',') + 1).trim()

const shownReaders: Readers<Offer> = Object.fromEntries(
  networkVolumeOffer.keyof().options.map((field) => [field, ({ shown }: Offer) => shown[field]] as const),
)

/** How an order reads each field of an offer. Offers have no `disk_bw` and no `duration`; these are derived. */
export const orderReaders = (nowSeconds: number): Readers<Offer> => ({
  ...shownReaders,
  disk_bw: ({ shown }) => shown.nw_disk_avg_bw,
  duration: ({ shown }) => shown.end_date - nowSeconds,
})

/** How a filter reads each field, those included that only observed searches name. No network volume is external. */
export const filterReaders = (nowSeconds: number): Readers<Offer> => ({
  ...orderReaders(nowSeconds),
  geolocation: ({ shown }) => countryCode(shown.geolocation),
  host_id: ({ disk }) => disk.user_id,
  cluster_id: ({ listing }) => listing.disk_id,
  external: () => false,
})
