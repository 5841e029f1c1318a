import { derived } from '../../kernel/derived.ts'
import { compile, type Readers, sortBy, type Value } from '../../kernel/query.ts'
import type { Sim } from '../../kernel/sim.ts'
import { offers } from './offer.ts'
import { searchRules } from './rules.ts'
import { type NetworkVolumeOffer, networkVolumeOffer, type SearchQuery, shownOperators } from './schema.ts'
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
  const { found, next } = firstLive(inTurn, fulfils, clock.nowSeconds, limit)
  const shown = next === undefined ? found : [...found, next]
  const expired = expiredAmong(inTurn, fulfils, clock.nowSeconds)
  if (expired.length > 0) trace.apply(searchRules.expires)
  if ([...shown, ...expired].some((offer) => isEndless(sim, offer))) trace.apply(searchRules.endlessRunsForAYear)
  if (shown.length > 0) trace.apply(searchRules.units)
  traceOrder(sim, order, shown)
  if (query.limit === undefined && next !== undefined) trace.apply(searchRules.defaultLimit)
  return found
}

/** Whether it ends only because every listing does. */
const isEndless = ({ tables }: Sim<NetworkVolumeTables>, { ask_contract_id }: NetworkVolumeOffer): boolean =>
  tables.network_volume_offers.get(ask_contract_id)?.end_date === undefined

interface Found {
  readonly found: readonly NetworkVolumeOffer[]
  /** The first one that the limit left out. */
  readonly next: NetworkVolumeOffer | undefined
}

/** Whether the offer at a place of the list fulfils the query. */
type Test = (place: number) => boolean

/** Walks through the offers until there are enough. */
function firstLive(inTurn: readonly NetworkVolumeOffer[], fulfils: Test, nowSeconds: number, limit: number): Found {
  const found: NetworkVolumeOffer[] = []
  for (const [place, offer] of inTurn.entries()) {
    if (!fulfils(place) || nowSeconds >= offer.end_date) continue
    if (found.length === limit) return { found, next: offer }
    found.push(offer)
  }
  return { found, next: undefined }
}

const earliestEnd = derived((all: readonly NetworkVolumeOffer[]) =>
  all.reduce((earliest, { end_date }) => Math.min(earliest, end_date), Number.POSITIVE_INFINITY),
)

/** The offers that would be found if they had not expired. */
const expiredAmong = (all: readonly NetworkVolumeOffer[], fulfils: Test, nowSeconds: number) =>
  nowSeconds < earliestEnd(all) ? [] : all.filter((offer, place) => nowSeconds >= offer.end_date && fulfils(place))

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
    sorted = sortBy(all, order, readersAt(nowSeconds))
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
  const readers: OfferReaders = { ...readersAt(nowSeconds), geolocation: countryCode }
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

/** Every field that an order or a filter may name, at an instant: two of them no offer carries by that name. */
const readersAt = (nowSeconds: number): OfferReaders => ({
  ...shownFields,
  disk_bw: (offer) => offer.nw_disk_avg_bw,
  duration: (offer) => offer.end_date - nowSeconds,
})

const countryCode = ({ geolocation }: NetworkVolumeOffer): string =>
  geolocation.slice(geolocation.lastIndexOf(',') + 1).trim()

const derivedFields = new Set(['disk_bw', 'duration'])
const fieldsWithUnits = new Set(['inet_down', 'inet_up', 'reliability2', 'storage_cost'])

function traceFilters({ trace }: Sim<NetworkVolumeTables>, filters: Omit<SearchQuery, 'order' | 'limit'>): void {
  trace.apply(searchRules.finds)
  for (const [field, filter] of Object.entries(filters)) {
    const shown: readonly string[] =
      field === 'verified' || field === 'geolocation' ? shownOperators[field] : shownOperators.number
    if (derivedFields.has(field) || field === 'geolocation') trace.apply(searchRules.derivedFields)
    if (fieldsWithUnits.has(field)) trace.apply(searchRules.units)
    if (Object.keys(filter).some((operator) => !shown.includes(operator))) trace.apply(searchRules.furtherOperators)
  }
}

const orderFields = new Set<string>([...networkVolumeOffer.keyof().options, ...derivedFields])

/** @param shown what is answered, and the first that is not */
function traceOrder(
  { trace, clock }: Sim<NetworkVolumeTables>,
  order: Order,
  shown: readonly NetworkVolumeOffer[],
): void {
  for (const [field] of order) {
    if (derivedFields.has(field)) trace.apply(searchRules.derivedFields)
    if (orderFields.has(field)) continue
    trace.apply(searchRules.unknownOrderField)
    trace.hint = `no offer has the field ${field}, so it orders nothing`
  }
  if (hasEquals(shown, order, clock.nowSeconds)) trace.apply(searchRules.defaultOrder)
}

/** Whether an order leaves open which of two neighbours comes first. */
function hasEquals(shown: readonly NetworkVolumeOffer[], order: Order, nowSeconds: number): boolean {
  const readers = readersAt(nowSeconds)
  const reads = order.flatMap(([field]) => (orderFields.has(field) ? [readers[field]] : []))
  return shown.some((offer, at) => {
    const next = shown[at + 1]
    return next !== undefined && reads.every((read) => read?.(offer) === read?.(next))
  })
}
