import { isObject } from '../../kernel/object.ts'
import { readOperands } from '../../kernel/read-operands.ts'
import type { RawInput } from '../operation/route.ts'
import { limitOf, traceLimit } from '../operation/search.ts'
import { SECONDS_PER_DAY } from '../operation/units.ts'
import type { Sim } from '../sim.ts'
import {
  type SearchQuery,
  searchQuery,
  type WiderQuery,
  widerQuery,
  shownOperators,
  type WiderOffer,
} from './search-schema.ts'
import { catalogue } from '../catalogue.ts'
import { fulfils, sortBy } from '../../kernel/query.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { Trace } from '../../kernel/trace.ts'
import { allOffers, filterField, isOrderField, type Offer, orderField } from './offer.ts'

const flatQuery = catalogue['network-volumes.search.flat-query']
const textValues = catalogue['network-volumes.search.values-as-text']
const furtherFields = catalogue['network-volumes.search.further-fields']

const isFurther = (key: string): boolean => !Object.hasOwn(searchQuery.shape, key)

/** Puts a query as clients send it into `q`, with values of the types of their fields. */
export function adaptSearch(sim: Sim, raw: RawInput): RawInput {
  const { trace, rules } = sim
  const body = wrapFlatQuery(sim, raw.body)
  const query: unknown = Reflect.get(body, 'q')
  if (!isObject(query)) return body === raw.body ? raw : { ...raw, body }
  const asked = Object.keys(body === raw.body ? query : raw.body)
  const further = Object.keys(widerQuery.shape).filter((key) => isFurther(key) && Object.hasOwn(query, key))
  if (rules.chosen(furtherFields) === 'served') {
    if (asked.some((key) => !Object.hasOwn(searchQuery.shape, key))) trace.apply(furtherFields)
  } else if (further.length > 0) trace.addHint(`--dialect observed takes ${further.join(', ')}`)
  const q = readOperands(query, widerQuery.shape)
  if (q !== query && rules.chosen(textValues) === 'read') {
    trace.apply(textValues)
    return { ...raw, body: { ...body, q } }
  }
  if (q !== query) trace.addHint('--dialect observed reads strings as numbers and booleans')
  return body === raw.body ? raw : { ...raw, body }
}

/** A flat query in `q`. */
function wrapFlatQuery({ trace, rules }: Sim, body: object): object {
  if (Object.hasOwn(body, 'q') || (Object.keys(body).length === 0 && rules.chosen(flatQuery) === 'refused')) return body
  if (rules.chosen(flatQuery) === 'refused') {
    trace.addHint('the query belongs into q; --dialect observed takes it without')
    return body
  }
  trace.apply(flatQuery)
  return { q: Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) }
}

/** The fields that have another name in the contract. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['id', 'ask_contract_id'],
  ['reliability', 'reliability2'],
])

/** The query in the names and units by which offers are searched. */
export function toSearchQuery(sim: Sim, query: WiderQuery): SearchQuery {
  const { rules } = sim
  const { duration } = query
  const asked = isInDays(sim) && duration !== undefined ? { ...query, duration: inSeconds(duration) } : query
  if (rules.chosen(furtherFields) === 'absent') return asked
  const { id, reliability, allocated_storage: _, order, ...rest } = asked
  return {
    ...rest,
    ...(order !== undefined && {
      order: order.map(([field, direction]) => [otherNames.get(field) ?? field, direction]),
    }),
    ...(reliability !== undefined && { reliability2: { ...reliability, ...rest.reliability2 } }),
    ...(id !== undefined && { ask_contract_id: { ...id, ...rest.ask_contract_id } }),
  }
}

/** Whether durations are in days, not in seconds. */
const isInDays = ({ rules }: Sim): boolean =>
  rules.chosen(catalogue['network-volumes.search.duration-in-seconds']) === 'days'

type NumberFilter = NonNullable<WiderQuery['duration']>

const inSeconds = (filter: NumberFilter): NumberFilter =>
  Object.fromEntries(
    Object.entries(filter).map(([operator, operand]) => [
      operator,
      Array.isArray(operand) ? operand.map((days) => days * SECONDS_PER_DAY) : operand * SECONDS_PER_DAY,
    ]),
  )

type Filters = Omit<SearchQuery, 'order' | 'limit'>
type Order = NonNullable<SearchQuery['order']>

interface Candidate {
  readonly offer: Offer
  readonly isLive: boolean
  /** The fields of the filters that it does not fulfil. */
  readonly unfulfilled: readonly string[]
}

/** Live offers that fulfil the query. Names the rules without which the search would have found something else. */
export function searchVolumes(sim: Sim, query: SearchQuery): readonly Offer[] {
  const { trace } = sim
  const { order = [], limit, ...filters } = query
  trace.apply(catalogue['network-volumes.search.finds'])
  traceOperators(trace, filters)
  if (!isInDays(sim)) traceSmallDuration(trace, filters.duration)
  traceUnknownFields(trace, order)
  // Limit 0 finds nothing, so that no other rule counts.
  if (limit === 0) return []

  const atMost = limitOf(sim, limit, catalogue['network-volumes.search.default-limit'])
  const candidates = candidatesOf(sim, filters, order)
  const fulfilling = candidates.filter(({ unfulfilled }) => unfulfilled.length === 0)
  const live = fulfilling.filter(({ isLive }) => isLive)
  const found = live.slice(0, atMost).map(({ offer }) => offer)
  const last = live[atMost - 1]
  const expired = fulfilling.slice(0, last && fulfilling.indexOf(last)).filter(({ isLive }) => !isLive)
  for (const field of fieldsOf(filters)) {
    const rule = readings[field]
    if (rule !== undefined && (found.length > 0 || hasLive(candidates, field))) trace.apply(rule)
  }
  traceFilled(trace, { candidates, filters, order, found, expired })
  if (expired.length > 0) trace.apply(catalogue['network-volumes.search.expires'])
  if (found.length > 0) trace.apply(catalogue['network-volumes.search.units'])
  traceLimit(sim, live.length, limit, catalogue['network-volumes.search.default-limit'])
  traceOrder(
    sim,
    order,
    live.slice(0, atMost + 1).map(({ offer }) => offer),
  )
  return found
}

function candidatesOf(sim: Sim, filters: Filters, order: Order): readonly Candidate[] {
  const { nowSeconds } = sim.clock
  const tests = Object.entries(filters).map(([field, filter]) => ({
    field,
    holds: fulfils({ [field]: filter }, filterField(nowSeconds)),
  }))
  return sortBy(allOffers(sim), order, orderField(nowSeconds)).map((offer) => ({
    offer,
    isLive: nowSeconds < offer.shown.end_date,
    unfulfilled: tests.flatMap(({ field, holds }) => (holds(offer) ? [] : [field])),
  }))
}

/** Whether a live offer fulfils all filters but that on a field. */
const hasLive = (candidates: readonly Candidate[], but?: string, isAmong?: (offer: Offer) => boolean): boolean =>
  candidates.some(
    ({ offer, isLive, unfulfilled }) =>
      isLive && unfulfilled.every((field) => field === but) && isAmong?.(offer) !== false,
  )

/** Names operators that the contract does not show for their field: the service might refuse them. */
function traceOperators(trace: Trace, filters: Filters): void {
  for (const [field, filter] of Object.entries(filters)) {
    const shown: readonly string[] =
      field === 'verified' || field === 'geolocation' ? shownOperators[field] : shownOperators.number
    if (Object.keys(filter).some((operator) => !shown.includes(operator)))
      trace.apply(catalogue['network-volumes.search.further-operators'])
  }
}

/** Hints at the smallest operand of a duration that was probably meant in days. */
function traceSmallDuration(trace: Trace, filter: Filters['duration'] = {}): void {
  const days = Object.values(filter)
    .flat()
    .toSorted((a, b) => a - b)
    .find((operand) => operand > 0 && operand < SECONDS_PER_DAY)
  if (days === undefined) return
  trace.apply(catalogue['network-volumes.search.duration-in-seconds'])
  trace.addHint(`duration counts seconds: ${days} is less than a day; ${days} days are ${days * SECONDS_PER_DAY}`)
}

function traceUnknownFields(trace: Trace, order: Order): void {
  for (const [field] of order) {
    if (isOrderField(field)) continue
    trace.apply(catalogue['network-volumes.search.unknown-order-field'])
    trace.addHint(`no offer has the field ${field}, so it orders nothing`)
  }
}

/** The rule for how we read a field, or in which unit. It counts wherever the other filters leave offers. */
const readings: Readonly<Record<string, Rule>> = {
  disk_bw: catalogue['network-volumes.search.derived-filters'],
  geolocation: catalogue['network-volumes.search.country-code'],
  duration: catalogue['network-volumes.search.duration-in-seconds'],
  inet_down: catalogue['network-volumes.search.units'],
  inet_up: catalogue['network-volumes.search.units'],
  reliability2: catalogue['network-volumes.search.units'],
  storage_cost: catalogue['network-volumes.search.units'],
}

/** The fields that are filtered by at least one operator. */
const fieldsOf = (filters: Filters): readonly string[] =>
  Object.entries(filters).flatMap(([field, filter]) => (Object.keys(filter).length === 0 ? [] : [field]))

/** For each field that we fill: the rule, and the filter and the orders for which the filled value may decide. */
const fillings = [
  {
    filling: 'end_date',
    rule: catalogue['network-volumes.list.endless-runs-for-a-year'],
    filter: 'duration',
    orders: ['end_date', 'duration'],
  },
  {
    filling: 'price_disk',
    rule: catalogue['network-volumes.list.unpriced-is-invented'],
    filter: 'storage_cost',
    orders: ['storage_cost', 'storage_cost_total'],
  },
  {
    filling: 'size',
    rule: catalogue['network-volumes.list.unsized-offers-whole-disk'],
    filter: undefined,
    orders: ['disk_space', 'storage_cost_total'],
  },
] as const

interface Filled {
  readonly candidates: readonly Candidate[]
  readonly filters: Filters
  readonly order: Order
  readonly found: readonly Offer[]
  readonly expired: readonly Candidate[]
}

function traceFilled(trace: Trace, { candidates, filters, order, found, expired }: Filled): void {
  for (const { filling, rule, filter, orders } of fillings) {
    const isFilled = ({ listing }: Offer): boolean => listing[filling] === undefined
    const decides =
      found.some(isFilled) ||
      (filling === 'end_date' && expired.some(({ offer }) => isFilled(offer))) ||
      (filter !== undefined && fieldsOf(filters).includes(filter) && hasLive(candidates, filter, isFilled)) ||
      (order.some(([field]) => orders.some((each) => each === field)) && hasLive(candidates, undefined, isFilled))
    if (decides) trace.apply(rule)
  }
}

/** @param considered the offers found, and the first that the limit left out */
function traceOrder({ trace, clock }: Sim, order: Order, considered: readonly Offer[]): void {
  const read = orderField(clock.nowSeconds)
  const hasEquals = (by: Order): boolean =>
    considered.some((offer, at) => {
      const next = considered[at + 1]
      return next !== undefined && by.every(([field]) => read(offer, field) === read(next, field))
    })
  for (const [place, [field]] of order.entries()) {
    const rule = field === 'disk_bw' || field === 'duration' ? readings[field] : undefined
    if (rule !== undefined && hasEquals(order.slice(0, place))) trace.apply(rule)
  }
  if (hasEquals(order)) trace.apply(catalogue['network-volumes.search.default-order'])
}

/** The answer to a search; in the observed dialect offers show more. */
export function presentOffers(sim: Sim, found: readonly Offer[]): object {
  const { trace, clock, rules } = sim
  if (found.length === 0 || rules.chosen(catalogue['network-volumes.search.further-fields']) === 'absent')
    return { success: true, offers: found.map(({ shown }) => shown) }
  trace.apply(catalogue['network-volumes.search.further-fields'])
  trace.apply(catalogue['network-volumes.search.duration-in-seconds'])
  const unit = isInDays(sim) ? SECONDS_PER_DAY : 1
  return {
    success: true,
    offers: found.map(({ listing, disk, shown }): WiderOffer => ({
      ...shown,
      id: shown.ask_contract_id,
      reliability: shown.reliability2,
      duration: (shown.end_date - clock.nowSeconds) / unit,
      verification: shown.verified ? 'verified' : 'unverified',
      host_id: disk.user_id,
      cluster_id: listing.disk_id,
    })),
  }
}
