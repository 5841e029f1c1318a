import type { Readers } from '../../kernel/query.ts'
import type { OfferReaders } from './offer.ts'
import type { SearchQuery } from './schema.ts'

export type Order = NonNullable<SearchQuery['order']>

/** How an order reads each field at an instant. Offers have no `disk_bw` and no `duration`; these are derived. */
export const orderReaders = (read: OfferReaders, nowSeconds: number): Readers<number> =>
  // A literal with a spread and names beside it takes ten times as long (docs/decisions/where-time-goes.md).
  Object.assign({ disk_bw: read.nw_disk_avg_bw, duration: (place: number) => read.end_date(place) - nowSeconds }, read)

/** How a filter reads each field, those included that only observed searches name. No network volume is external. */
export const filterReaders = (market: FilteredMarket, nowSeconds: number): Readers<number> =>
  Object.assign({}, orderReaders(market.read, nowSeconds), {
    geolocation: market.country,
    host_id: market.host,
    cluster_id: market.diskId,
    external: () => false,
  })

interface FilteredMarket {
  readonly read: OfferReaders
  readonly country: (place: number) => string
  readonly host: (place: number) => number
  readonly diskId: (place: number) => number
}
