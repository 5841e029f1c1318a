import { compile } from '../../kernel/query.ts'
import type { Work } from '../../kernel/slices.ts'
import type { Sim } from '../sim.ts'
import { type Market, marketOf } from './market.ts'
import { searchRules } from './rules.ts'
import type { SearchQuery } from './schema.ts'
import { filterReaders } from './search-fields.ts'
import { type Filters, traceSearch } from './search-trace.ts'

/** Offers that a search found, by their places in the market. */
export interface FoundOffers {
  readonly market: Market
  readonly places: readonly number[]
}

/** Live offers that fulfil the query. */
export function* searchVolumes(sim: Sim, query: SearchQuery): Work<FoundOffers> {
  const { nowSeconds } = sim.clock
  const { order = [], limit, ...filters } = query
  const market = yield* marketOf(sim)
  const inTurn = yield* market.inOrder(order, nowSeconds)
  const readers = filterReaders(market, filters, nowSeconds)
  const testOf = (asked: Filters): Test => compile(asked, readers)
  const atMost = limit ?? Math.floor(sim.rules.valueOf(searchRules.defaultLimit))
  const walk = yield* firstLive(market, inTurn, testOf(filters), nowSeconds, atMost)
  // Where nothing was found, the trace looks at all offers once more, with fewer filters.
  if (walk.found.length === 0 && limit !== 0) yield* market.readAll(['end_date', ...Object.keys(filters)], readers)
  traceSearch(sim, {
    ...walk,
    market,
    filters,
    order,
    limit,
    hasLive: (asked, among) => {
      const fulfils = testOf(asked)
      return inTurn.some(
        (place) => (among?.(place) ?? true) && nowSeconds < market.read.end_date(place) && fulfils(place),
      )
    },
  })
  return { market, places: walk.found }
}

/** Whether the offer at a place fulfils the query. */
type Test = (place: number) => boolean

/** The places of offers in the market. */
interface Walk {
  readonly found: readonly number[]
  /** The first offer that the limit left out. */
  readonly next: number | undefined
  /** The offers that would have been found within the limit if they had not expired. */
  readonly expired: readonly number[]
}

/** Walks through the offers until the limit is reached. */
function* firstLive(
  market: Market,
  inTurn: readonly number[],
  fulfils: Test,
  nowSeconds: number,
  limit: number,
): Work<Walk> {
  const found: number[] = []
  const expired: number[] = []
  for (const place of inTurn) {
    if (market.endsSlice()) yield
    if (!fulfils(place)) continue
    if (nowSeconds < market.read.end_date(place)) {
      if (found.length === limit) return { found, next: place, expired }
      found.push(place)
    } else if (found.length < limit) expired.push(place)
  }
  return { found, next: undefined, expired }
}
