import { JsonBytes } from '../../kernel/json-bytes.ts'
import { type Readers, sortBy, type Value } from '../../kernel/query.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { searchParameters } from './observed-rules.ts'
import { templatesUnder } from './present.ts'
import { searchRules } from './rules.ts'
import { searchTemplates } from './search.ts'
import type { SearchQuery, Template } from './search-schema.ts'

/** A search with the columns, in the order and up to the limit that the client asks for. */
export function searchColumns(sim: Sim, user: UserRow, query: SearchQuery): JsonBytes {
  const { select_filters = {}, select_cols = ['*'], order_by = [], limit } = query
  const { rows, body } = searchTemplates(sim, user, select_filters)
  if (Object.keys(query).some((name) => name !== 'select_filters')) sim.trace.apply(searchParameters)
  const isWhole = select_cols.includes('*')
  if (isWhole && order_by.length === 0 && (limit ?? Infinity) >= rows.length) return body
  const { present } = templatesUnder(sim.rules.valueOf(searchRules.defaults))
  return arranged(rows.map(present), isWhole ? undefined : new Set(select_cols), order_by, limit)
}

function arranged(
  templates: readonly Template[],
  columns: ReadonlySet<string> | undefined,
  order_by: NonNullable<SearchQuery['order_by']>,
  limit: number | undefined,
): JsonBytes {
  const order = order_by.map(({ col, dir }) => [col, dir] as const)
  const sorted = sortBy(templates, order, readersOf(order.map(([col]) => col)))
  const answered = sorted.slice(0, limit)
  return new JsonBytes([
    JSON.stringify({
      success: true,
      templates_found: templates.length,
      templates: columns === undefined ? answered : answered.map((template) => withColumns(template, columns)),
    }),
  ])
}

const readersOf = (columns: readonly string[]): Readers<Template> =>
  Object.fromEntries(columns.map((column) => [column, (template: Template) => valueIn(template, column)]))

/** Columns that hold no single value order nothing. */
function valueIn(template: Template, column: string): Value {
  const value: unknown = Object.hasOwn(template, column) ? Reflect.get(template, column) : null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

const withColumns = (template: Template, columns: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(template).filter(([name]) => columns.has(name)))
