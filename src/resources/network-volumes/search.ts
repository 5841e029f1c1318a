import { derived } from '../../kernel/derived.ts'
import { compile, type Readers, sortBy, type Value } from '../../kernel/query.ts'
import type { Sim } from '../../kernel/sim.ts'
import { offers } from './offer.ts'
import { searchRules } from './rules.ts'
import { type NetworkVolumeOffer, networkVolumeOffer, type SearchQuery } from './schema.ts'
import type { NetworkVolumeTables } from './state.ts'

const DEFAULT_LIMIT = 64

/** Live offers that fulfil the query. */
export function searchVolumes(sim: Sim<NetworkVolumeTables>, query: SearchQuery): readonly NetworkVolumeOffer[] {
  const { trace, clock } = sim
  const { order = [], limit = DEFAULT_LIMIT, ...filters } = query
  traceFilters(sim, filters)

  const all = offers(sim)
  const inTurn = inOrder(all, order, clock.nowSeconds)
  const fulfils = compile(filters, readersOf(inTurn, Object.keys(filters), clock.nowSeconds))
  const { found, isCut, hidesExpired } = firstLive(inTurn, fulfils, clock.nowSeconds, limit)
  if (hidesExpired || (isCut && anyExpired(inTurn, fulfils, clock.nowSeconds))) trace.apply(searchRules.expires)
  if (found.length > 0 || isCut) trace.apply(searchRules.units)
  if (found.length > 1 || isCut) traceOrder(sim, order)
  if (query.limit === undefined && isCut) trace.apply(searchRules.defaultLimit)
  return found
}

interface Found {
  readonly found: readonly NetworkVolumeOffer[]
  /** Whether there are more. */
  readonly isCut: boolean
  /** Whether an expired one was passed over. */
  readonly hidesExpired: boolean
}

/** Whether the offer at a place of the list fulfils the query. */
type Test = (place: number) => boolean

/** Walks through the offers until there are enough. */
function firstLive(inTurn: readonly NetworkVolumeOffer[], fulfils: Test, nowSeconds: number, limit: number): Found {
  const found: NetworkVolumeOffer[] = []
  let hidesExpired = false
  for (const [place, offer] of inTurn.entries()) {
    if (!fulfils(place)) continue
    if (nowSeconds >= offer.end_date) hidesExpired = true
    else if (found.length === limit) return { found, isCut: true, hidesExpired }
    else found.push(offer)
  }
  return { found, isCut: false, hidesExpired }
}

const earliestEnd = derived((all: readonly NetworkVolumeOffer[]) =>
  all.reduce((earliest, { end_date }) => Math.min(earliest, end_date), Number.POSITIVE_INFINITY),
)

const anyExpired = (all: readonly NetworkVolumeOffer[], fulfils: Test, nowSeconds: number): boolean =>
  nowSeconds >= earliestEnd(all) && all.some((offer, place) => nowSeconds >= offer.end_date && fulfils(place))

type Order = NonNullable<SearchQuery['order']>

/** Each field in both directions. */
const MOST_ORDERS = 32

const ordersOf = derived((_all: readonly NetworkVolumeOffer[]) => new Map<string, readonly NetworkVolumeOffer[]>())

/** All offers in an order, kept with them: the same question is asked again and again. */
function inOrder(all: readonly NetworkVolumeOffer[], order: Order, nowSeconds: number) {
  if (order.length === 0) return all
  const orders = ordersOf(all)
  const key = JSON.stringify(order)
  let sorted = orders.get(key)
  if (sorted === undefined) {
    sorted = sortBy(all, order, { ...shownFields, ...computedFields(nowSeconds) })
    const [oldest] = orders.keys()
    if (orders.size >= MOST_ORDERS && oldest !== undefined) orders.delete(oldest)
    orders.set(key, sorted)
  }
  return sorted
}

const columnsOf = derived((_list: readonly NetworkVolumeOffer[]) => new Map<string, readonly Value[]>())

/** Reads fields of the offers of a list by their place: side by side, values are read in a fraction of the time. */
function readersOf(
  list: readonly NetworkVolumeOffer[],
  fields: readonly string[],
  nowSeconds: number,
): Readers<number> {
  const columns = columnsOf(list)
  const column = (field: string, read: (offer: NetworkVolumeOffer) => Value): readonly Value[] => {
    const known = columns.get(field)
    if (known !== undefined) return known
    const values = list.map(read)
    columns.set(field, values)
    return values
  }
  const readers: OfferReaders = { ...shownFields, ...computedFields(nowSeconds), geolocation: countryCode }
  return Object.fromEntries(
    fields.flatMap((field) => {
      const read = readers[field]
      if (read === undefined) return []
      // What follows the clock is another value at each instant.
      const values = field === 'duration' ? list.map(read) : column(field, read)
      return [[field, (place: number) => values[place] ?? null]]
    }),
  )
}

type OfferReaders = Readers<NetworkVolumeOffer>

/** Spelled out, one by one: reading by a name that varies takes several times as long. */
const shownFields = {
  ask_contract_id: (offer) => offer.ask_contract_id,
  disk_space: (offer) => offer.disk_space,
  inet_up: (offer) => offer.inet_up,
  inet_down: (offer) => offer.inet_down,
  reliability2: (offer) => offer.reliability2,
  verified: (offer) => offer.verified,
  geolocation: (offer) => offer.geolocation,
  nw_disk_avg_bw: (offer) => offer.nw_disk_avg_bw,
  nw_disk_max_bw: (offer) => offer.nw_disk_max_bw,
  nw_disk_min_bw: (offer) => offer.nw_disk_min_bw,
  start_date: (offer) => offer.start_date,
  end_date: (offer) => offer.end_date,
  storage_cost: (offer) => offer.storage_cost,
  storage_cost_total: (offer) => offer.storage_cost_total,
} satisfies Record<keyof NetworkVolumeOffer, (offer: NetworkVolumeOffer) => Value>

/** Filters that no field of an offer carries by that name. */
const computedFields = (nowSeconds: number): OfferReaders => ({
  disk_bw: (offer) => offer.nw_disk_avg_bw,
  duration: (offer) => offer.end_date - nowSeconds,
})

const countryCode = ({ geolocation }: NetworkVolumeOffer): string =>
  geolocation.slice(geolocation.lastIndexOf(',') + 1).trim()

const shownOperators = new Set(['eq', 'gt', 'gte', 'lte', 'in'])
const derivedFilters = new Set(['disk_bw', 'duration', 'geolocation'])

function traceFilters({ trace }: Sim<NetworkVolumeTables>, filters: Omit<SearchQuery, 'order' | 'limit'>): void {
  trace.apply(searchRules.finds)
  for (const [field, filter] of Object.entries(filters)) {
    if (derivedFilters.has(field)) trace.apply(searchRules.derivedFields)
    if (Object.keys(filter).some((operator) => !shownOperators.has(operator))) trace.apply(searchRules.furtherOperators)
  }
}

const orderFields = new Set<string>([...networkVolumeOffer.keyof().options, 'disk_bw', 'duration'])

function traceOrder({ trace }: Sim<NetworkVolumeTables>, order: Order): void {
  if (order.length === 0) trace.apply(searchRules.defaultOrder)
  for (const [field] of order) {
    if (orderFields.has(field)) continue
    trace.apply(searchRules.unknownOrderField)
    trace.hint = `no offer has the field ${field}, so it orders nothing`
  }
}
