import { compile, type Readers, sortBy } from '../../kernel/query.ts'
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

  const shown = shownFields()
  const computed = computedFields(clock.nowSeconds)
  const fulfilling = offers(sim).filter(compile(filters, { ...shown, ...computed, geolocation: countryCode }))
  const matching = fulfilling.filter((offer) => clock.nowSeconds < offer.end_date)
  if (matching.length < fulfilling.length) trace.apply(searchRules.expires)
  if (matching.length > 0) trace.apply(searchRules.units)
  if (matching.length > 1) traceOrder(sim, order)
  if (query.limit === undefined && matching.length > limit) trace.apply(searchRules.defaultLimit)
  return sortBy(matching, order, { ...shown, ...computed }).slice(0, limit)
}

type OfferReaders = Readers<NetworkVolumeOffer>

const shownFields = (): OfferReaders =>
  Object.fromEntries(
    networkVolumeOffer.keyof().options.map((field) => [field, (offer: NetworkVolumeOffer) => offer[field]]),
  )

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

function traceOrder({ trace }: Sim<NetworkVolumeTables>, order: NonNullable<SearchQuery['order']>): void {
  const known = new Set<string>([...networkVolumeOffer.keyof().options, 'disk_bw', 'duration'])
  if (order.length === 0) trace.apply(searchRules.defaultOrder)
  for (const [field] of order) {
    if (known.has(field)) continue
    trace.apply(searchRules.unknownOrderField)
    trace.hint = `no offer has the field ${field}, so it orders nothing`
  }
}
