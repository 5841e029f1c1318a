import type { Readers } from '../../kernel/query.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { Sim } from '../sim.ts'
import type { Trace } from '../../kernel/trace.ts'
import { SECONDS_PER_DAY } from '../operation/units.ts'
import { type Offer, orderReaders } from './offer.ts'
import { searchRules } from './rules.ts'
import { type SearchQuery, shownOperators } from './schema.ts'

export type Filters = Omit<SearchQuery, 'order' | 'limit'>
type Order = NonNullable<SearchQuery['order']>

/** A search and its outcome. */
interface SearchOutcome {
  /** All offers, expired ones included. */
  readonly offers: readonly Offer[]
  readonly filters: Filters
  readonly order: Order
  /** The limit of the request. */
  readonly limit: number | undefined
  readonly found: readonly Offer[]
  /** The first offer that the limit left out. */
  readonly next: Offer | undefined
  /** The offers that would have been found if they had not expired. */
  readonly expired: readonly Offer[]
  /** Whether a live offer fulfils the filters, of `among` or of all. */
  readonly hasLive: (filters: Filters, among?: (offer: Offer) => boolean) => boolean
}

/** Records the rules without which the search would have found something else. */
export function traceSearch({ trace, clock, rules }: Sim, searched: SearchOutcome): void {
  const { found, next, expired, limit, order } = searched
  const readers = orderReaders(clock.nowSeconds)
  trace.apply(searchRules.finds)
  traceOperators(trace, searched)
  if (rules.of(searchRules.durationInSeconds).choice !== 'days') traceSmallDuration(trace, searched)
  traceUnknownFields(trace, order, readers)
  // Limit 0 finds nothing, so that no other rule counts.
  if (limit === 0) return
  traceReadings(trace, searched)
  traceFilled(trace, searched)
  if (expired.length > 0) trace.apply(searchRules.expires)
  if (found.length > 0) trace.apply(searchRules.units)
  if (limit === undefined && (next !== undefined || found.length > searchRules.defaultLimit.value))
    trace.apply(searchRules.defaultLimit)
  traceOrder(trace, order, next === undefined ? found : [...found, next], readers)
}

/** Records operators that the contract does not show for their field: the service might refuse them. */
function traceOperators(trace: Trace, { filters }: SearchOutcome): void {
  for (const [field, filter] of Object.entries(filters)) {
    const shown: readonly string[] =
      field === 'verified' || field === 'geolocation' ? shownOperators[field] : shownOperators.number
    if (Object.keys(filter).some((operator) => !shown.includes(operator))) trace.apply(searchRules.furtherOperators)
  }
}

function traceSmallDuration(trace: Trace, { filters }: SearchOutcome): void {
  const days = smallDuration(filters.duration)
  if (days !== undefined) {
    trace.apply(searchRules.durationInSeconds)
    trace.addHint(`duration counts seconds: ${days} is less than a day; ${days} days are ${days * SECONDS_PER_DAY}`)
  }
}

/** The smallest operand of a duration that was probably meant in days. */
const smallDuration = (filter: Filters['duration']): number | undefined =>
  Object.values(filter ?? {})
    .flat()
    .toSorted((a, b) => a - b)
    .find((operand) => operand > 0 && operand < SECONDS_PER_DAY)

function traceUnknownFields(trace: Trace, order: Order, readers: Readers<Offer>): void {
  for (const [field] of order) {
    if (Object.hasOwn(readers, field)) continue
    trace.apply(searchRules.unknownOrderField)
    trace.addHint(`no offer has the field ${field}, so it orders nothing`)
  }
}

/** The rule for how we read a field, or in which unit. It counts wherever the other filters leave offers. */
const readings: Readonly<Record<string, Rule>> = {
  disk_bw: searchRules.derivedFields,
  geolocation: searchRules.derivedFields,
  duration: searchRules.durationInSeconds,
  inet_down: searchRules.units,
  inet_up: searchRules.units,
  reliability2: searchRules.units,
  storage_cost: searchRules.units,
}

/** The fields above that offers do not have under this name. */
const derivedFields = new Set(['disk_bw', 'duration'])

function traceReadings(trace: Trace, { filters, found, hasLive }: SearchOutcome): void {
  for (const field of fieldsOf(filters)) {
    const rule = readings[field]
    if (rule !== undefined && (found.length > 0 || hasLive(without(filters, field)))) trace.apply(rule)
  }
}

/** The fields that are filtered by at least one operator. */
const fieldsOf = (filters: Filters): readonly string[] =>
  Object.entries(filters).flatMap(([field, filter]) => (Object.keys(filter).length === 0 ? [] : [field]))

const without = (filters: Filters, field: string): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name !== field))

/** For each field that we fill: the rule, and the filter and the orders for which the filled value may decide. */
const fillings = [
  { filling: 'end_date', rule: searchRules.endlessRunsForAYear, filter: 'duration', orders: ['end_date', 'duration'] },
  {
    filling: 'price_disk',
    rule: searchRules.unpricedIsInvented,
    filter: 'storage_cost',
    orders: ['storage_cost', 'storage_cost_total'],
  },
  {
    filling: 'size',
    rule: searchRules.unsizedOffersWholeDisk,
    filter: undefined,
    orders: ['disk_space', 'storage_cost_total'],
  },
] as const

function traceFilled(trace: Trace, { offers, filters, order, found, expired, hasLive }: SearchOutcome): void {
  for (const { filling, rule, filter, orders } of fillings) {
    const isFilled = ({ listing }: Offer): boolean => listing[filling] === undefined
    if (!offers.some(isFilled)) continue
    const decides =
      found.some(isFilled) ||
      (filling === 'end_date' && expired.some(isFilled)) ||
      (filter !== undefined && fieldsOf(filters).includes(filter) && hasLive(without(filters, filter), isFilled)) ||
      (order.some(([field]) => orders.some((each) => each === field)) && hasLive(filters, isFilled))
    if (decides) trace.apply(rule)
  }
}

/** @param considered the offers found, and the first that the limit left out */
function traceOrder(trace: Trace, order: Order, considered: readonly Offer[], readers: Readers<Offer>): void {
  for (const [place, [field]] of order.entries()) {
    const rule = derivedFields.has(field) ? readings[field] : undefined
    if (rule !== undefined && hasEquals(considered, order.slice(0, place), readers)) trace.apply(rule)
  }
  if (hasEquals(considered, order, readers)) trace.apply(searchRules.defaultOrder)
}

/** Whether two neighbours are equal in an order. */
function hasEquals(considered: readonly Offer[], order: Order, readers: Readers<Offer>): boolean {
  const reads = order.flatMap(([field]) => (Object.hasOwn(readers, field) ? [readers[field]] : []))
  return considered.some((offer, at) => {
    const next = considered[at + 1]
    return next !== undefined && reads.every((read) => read?.(offer) === read?.(next))
  })
}
