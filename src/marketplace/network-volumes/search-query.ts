import { isObject } from '../../kernel/object.ts'
import { readOperands, type ValueType } from '../../kernel/read-operands.ts'
import type { RawInput } from '../operation/route.ts'
import { SECONDS_PER_DAY } from '../operation/units.ts'
import type { Sim } from '../sim.ts'
import { type SearchQuery, searchQuery, type WiderQuery, widerQuery } from './search-schema.ts'
import { catalogue } from '../catalogue.ts'

const flatQuery = catalogue['network-volumes.search.flat-query']
const textValues = catalogue['network-volumes.search.values-as-text']
const furtherFields = catalogue['network-volumes.search.further-fields']

const isKnown = (key: string): boolean => Object.hasOwn(widerQuery.shape, key)
const isFurther = (key: string): boolean => isKnown(key) && !Object.hasOwn(searchQuery.shape, key)

function typeOf(field: string): ValueType | undefined {
  if (field === 'verified' || field === 'external') return 'boolean'
  return isKnown(field) && field !== 'geolocation' ? 'number' : undefined
}

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
  const q = readOperands(query, typeOf)
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
export const isInDays = ({ rules }: Sim): boolean =>
  rules.chosen(catalogue['network-volumes.search.duration-in-seconds']) === 'days'

type NumberFilter = NonNullable<WiderQuery['duration']>

const inSeconds = (filter: NumberFilter): NumberFilter =>
  Object.fromEntries(
    Object.entries(filter).map(([operator, operand]) => [
      operator,
      Array.isArray(operand) ? operand.map((days) => days * SECONDS_PER_DAY) : operand * SECONDS_PER_DAY,
    ]),
  )
