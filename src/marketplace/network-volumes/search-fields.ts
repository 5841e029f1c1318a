import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { Readers } from '../../kernel/query.ts'
import type { OfferReaders } from './offer.ts'
import type { SearchQuery } from './schema.ts'

export type Order = NonNullable<SearchQuery['order']>

/** How an order reads each field of an offer. Offers have no `disk_bw` and no `duration`; these are derived. */
export const orderReaders = (read: OfferReaders, order: Order, nowSeconds: number): Readers<number> =>
  order.some(([field]) => field === 'duration') ? withDuration(ordered(read), read, nowSeconds) : ordered(read)

/** How a filter reads each field, those included that only observed searches name. No network volume is external. */
export const filterReaders = (market: FilteredMarket, filters: object, nowSeconds: number): Readers<number> =>
  Object.hasOwn(filters, 'duration') ? withDuration(filtered(market), market.read, nowSeconds) : filtered(market)

// A literal with a spread and names beside it takes ten times as long (docs/decisions/where-time-goes.md).
const ordered = memoizeByObject((read: OfferReaders) => Object.assign({ disk_bw: read.nw_disk_avg_bw }, read))

const filtered = memoizeByObject((market: FilteredMarket) =>
  Object.assign({}, ordered(market.read), {
    geolocation: market.country,
    host_id: market.host,
    cluster_id: market.diskId,
    external: () => false,
  }),
)

/** The only field that follows the clock: the others are put together once for a market. */
const withDuration = (readers: Readers<number>, read: OfferReaders, nowSeconds: number): Readers<number> =>
  Object.assign({ duration: (place: number) => read.end_date(place) - nowSeconds }, readers)

interface FilteredMarket {
  readonly read: OfferReaders
  readonly country: (place: number) => string
  readonly host: (place: number) => number
  readonly diskId: (place: number) => number
}
