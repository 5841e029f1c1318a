import { parseJson } from '../../kernel/parse-json.ts'
import { whyUnparsed } from '../../kernel/json-size.ts'
import { isObject } from '../../kernel/object.ts'
import { readOperands, type ValueType } from '../../kernel/read-operands.ts'
import type { RawInput } from '../operation/route.ts'
import type { Sim } from '../sim.ts'
import { catalogue } from '../catalogue.ts'

const types: Readonly<Record<string, ValueType>> = {
  creator_id: 'number',
  created_at: 'number',
  count_created: 'number',
  id: 'number',
  jup_direct: 'boolean',
  recent_create_date: 'number',
  recommended_disk_space: 'number',
  recommended: 'boolean',
  ssh_direct: 'boolean',
  use_ssh: 'boolean',
}

/** The filters of a search as they were sent; undefined for what is refused. */
function filtersIn(text: string): object | undefined {
  const filters = whyUnparsed(text) === undefined ? parseJson(text) : undefined
  return isObject(filters) ? filters : undefined
}

/** Whether a filter has null where the contract has another type: for recent_create_date it is a value. */
const hasNull = (filters: object): boolean =>
  Object.entries(filters).some(
    ([field, filter]: readonly [string, unknown]) =>
      field !== 'recent_create_date' && isObject(filter) && Object.values(filter).flat().includes(null),
  )

/** Reads the values of filters by the types of their fields, and a single word as the column to order by. */
export function adaptSearch({ rules, trace }: Sim, sentRaw: RawInput): RawInput {
  const raw = orderByWord(sentRaw)
  const sent: unknown = Reflect.get(raw.query, 'select_filters')
  const filters = typeof sent === 'string' ? filtersIn(sent) : undefined
  if (filters === undefined) return raw
  const typed = readOperands(filters, (field) => (Object.hasOwn(types, field) ? types[field] : undefined))
  const isRead = rules.chosen(catalogue['templates.search.values-as-text']) === 'read'
  if (isRead && (typed !== filters || hasNull(filters))) trace.apply(catalogue['templates.search.values-as-text'])
  if (typed === filters) return raw
  if (isRead) return { ...raw, query: { ...raw.query, select_filters: JSON.stringify(typed) } }
  trace.addHint('--dialect observed reads text by the type of its field')
  return raw
}

/** Without effect where order_by is not read at all. */
function orderByWord(raw: RawInput): RawInput {
  const order: unknown = Reflect.get(raw.query, 'order_by')
  if (typeof order !== 'string' || !/^\w+$/.test(order)) return raw
  return { ...raw, query: { ...raw.query, order_by: JSON.stringify([{ col: order }]) } }
}
