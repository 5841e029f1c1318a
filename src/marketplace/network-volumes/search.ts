import { columnReaders } from '../../kernel/columns.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { compile, sortBy, type Readers } from '../../kernel/query.ts'
import type { Sim } from '../sim.ts'
import { offers } from './offer.ts'
import type { NetworkVolumeOffer, SearchQuery } from './schema.ts'
import { filterReaders, orderReaders } from './search-fields.ts'
import { type Filters, type Order, traceSearch } from './search-trace.ts'

const DEFAULT_LIMIT = 64

/** Live offers that fulfil the query. */
export function searchVolumes(sim: Sim, query: SearchQuery): readonly NetworkVolumeOffer[] {
  const { nowSeconds } = sim.clock
  const { order = [], limit, ...filters } = query
  const { all, filled } = offers(sim)
  const inTurn = inOrder(all, order, nowSeconds)
  const walk = firstLive(inTurn, testOf(filters, inTurn, nowSeconds), nowSeconds, limit ?? DEFAULT_LIMIT)
  traceSearch(sim, {
    ...walk,
    filters,
    order,
    limit,
    filled,
    hasLive: (asked, among) => {
      const fulfils = testOf(asked, inTurn, nowSeconds)
      return inTurn.some((offer, place) => (among?.has(offer) ?? true) && nowSeconds < offer.end_date && fulfils(place))
    },
  })
  return walk.found
}

/** Whether the offer at a place of the list fulfils the query. */
type Test = (place: number) => boolean

const testOf = (filters: Filters, inTurn: readonly NetworkVolumeOffer[], nowSeconds: number): Test =>
  compile(filters, readersOf(inTurn, Object.keys(filters), nowSeconds))

interface Walk {
  readonly found: readonly NetworkVolumeOffer[]
  /** The first offer that the limit left out. */
  readonly next: NetworkVolumeOffer | undefined
  /** The offers that would have been found within the limit if they had not expired. */
  readonly expired: readonly NetworkVolumeOffer[]
}

/** Walks through the offers until the limit is reached. */
function firstLive(inTurn: readonly NetworkVolumeOffer[], fulfils: Test, nowSeconds: number, limit: number): Walk {
  const found: NetworkVolumeOffer[] = []
  const expired: NetworkVolumeOffer[] = []
  for (const [place, offer] of inTurn.entries()) {
    if (!fulfils(place)) continue
    if (nowSeconds < offer.end_date) {
      if (found.length === limit) return { found, next: offer, expired }
      found.push(offer)
    } else if (found.length < limit) expired.push(offer)
  }
  return { found, next: undefined, expired }
}

/** As many as there are fields, in both directions. */
const MAX_ORDERS = 32

const ordersOf = memoizeByObject(
  (_all: readonly NetworkVolumeOffer[]) => new Map<string, readonly NetworkVolumeOffer[]>(),
)

/** All offers in an order. Each order is sorted once and kept: clients repeat their searches. */
function inOrder(all: readonly NetworkVolumeOffer[], order: Order, nowSeconds: number) {
  if (order.length === 0) return all
  const orders = ordersOf(all)
  const key = JSON.stringify(order)
  let sorted = orders.get(key)
  if (sorted === undefined) {
    sorted = sortBy(all, order, orderReaders(nowSeconds))
    const [oldest] = orders.keys()
    if (orders.size >= MAX_ORDERS && oldest !== undefined) orders.delete(oldest)
    orders.set(key, sorted)
  }
  return sorted
}

/** duration depends on the clock, so that its column cannot be kept. */
function readersOf(
  list: readonly NetworkVolumeOffer[],
  fields: readonly string[],
  nowSeconds: number,
): Readers<number> {
  const readers = filterReaders(nowSeconds)
  const kept = columnReaders(
    list,
    fields.filter((field) => field !== 'duration'),
    readers,
  )
  return { ...kept, duration: (place) => (list[place]?.end_date ?? 0) - nowSeconds }
}
