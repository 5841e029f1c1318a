import { whyUnparsed } from '../../kernel/json-size.ts'
import { isObject } from '../../kernel/object.ts'
import { readOperands, type ValueType } from '../../kernel/read-operands.ts'
import type { RawInput } from '../operation/route.ts'
import type { Sim } from '../sim.ts'
import { searchRules } from './search-rules.ts'

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

/** The filters of a search with values of the types of their fields, as JSON; the same text where nothing is read otherwise. */
function typedFilters(text: string): string {
  try {
    // What is refused stays as it is.
    if (whyUnparsed(text) !== undefined) return text
    const filters: unknown = JSON.parse(text)
    if (!isObject(filters)) return text
    const typed = readOperands(filters, (field) => (Object.hasOwn(types, field) ? types[field] : undefined))
    return typed === filters ? text : JSON.stringify(typed)
  } catch {
    return text
  }
}

/** Whether a filter has null where the contract has another type: for recent_create_date it is a value. */
function hasNull(text: string): boolean {
  try {
    const filters: unknown = JSON.parse(text)
    return Object.entries(isObject(filters) ? filters : {}).some(
      ([field, filter]) =>
        field !== 'recent_create_date' &&
        Object.values(filter ?? {})
          .flat()
          .includes(null),
    )
  } catch {
    return false
  }
}

/** Reads the values of filters by the types of their fields, and a single word as the column to order by. */
export function adaptSearch({ rules, trace }: Sim, sentRaw: RawInput): RawInput {
  const raw = orderedByWord(sentRaw)
  const sent: unknown = Reflect.get(raw.query, 'select_filters')
  if (typeof sent !== 'string') return raw
  const typed = typedFilters(sent)
  if (rules.chosen(searchRules.filtersAsText) === 'read' && sent.includes('null') && hasNull(sent))
    trace.apply(searchRules.filtersAsText)
  if (typed === sent) return raw
  if (rules.chosen(searchRules.filtersAsText) === 'refused') {
    trace.addHint('--dialect observed reads text by the type of its field')
    return raw
  }
  trace.apply(searchRules.filtersAsText)
  return { ...raw, query: { ...raw.query, select_filters: typed } }
}

/** Where order_by is not read at all, nothing becomes of it. */
function orderedByWord(raw: RawInput): RawInput {
  const order: unknown = Reflect.get(raw.query, 'order_by')
  if (typeof order !== 'string' || !/^\w+$/.test(order)) return raw
  return { ...raw, query: { ...raw.query, order_by: JSON.stringify([{ col: order }]) } }
}
