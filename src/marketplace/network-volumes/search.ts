import { compile, sortBy } from '../../kernel/query.ts'
import type { Sim } from '../sim.ts'
import { allOffers, filterReaders, type Offer, orderReaders } from './offer.ts'
import { searchRules } from './rules.ts'
import type { SearchQuery } from './schema.ts'
import { type Filters, traceSearch } from './search-trace.ts'

/** Live offers that fulfil the query. */
export function searchVolumes(sim: Sim, query: SearchQuery): readonly Offer[] {
  const { nowSeconds } = sim.clock
  const { order = [], limit, ...filters } = query
  const offers = sortBy(allOffers(sim), order, orderReaders(nowSeconds))
  const readers = filterReaders(nowSeconds)
  const isLive = ({ shown }: Offer): boolean => nowSeconds < shown.end_date
  const atMost = limit ?? Math.floor(sim.rules.valueOf(searchRules.defaultLimit))
  const fulfilling = offers.filter(compile(filters, readers))
  const live = fulfilling.filter(isLive)
  const found = live.slice(0, atMost)
  const next = live[atMost]
  const last = live[atMost - 1]
  traceSearch(sim, {
    offers,
    filters,
    order,
    limit,
    found,
    next,
    expired: fulfilling.slice(0, last && fulfilling.indexOf(last)).filter((offer) => !isLive(offer)),
    hasLive: (asked: Filters, among = () => true) => {
      const fulfils = compile(asked, readers)
      return offers.some((offer) => among(offer) && isLive(offer) && fulfils(offer))
    },
  })
  return found
}
