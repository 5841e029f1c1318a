import { JsonBytes } from '../../kernel/json-bytes.ts'
import { fieldOf, isObject } from '../../kernel/object.ts'
import { compile, type Direction, type Readers, sortBy, type Value } from '../../kernel/query.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { readInstance } from './list.ts'
import { pageRules } from './page-rules.ts'
import { type PageQuery, pageToken } from './page-schema.ts'
import { jsonOf, presentInstance } from './present.ts'
import type { InstanceRow } from './rows.ts'
import { instance } from './schema.ts'

/** An instance, or the place of one in an order, with the values of its columns. */
interface Entry {
  readonly row?: InstanceRow
  readonly columns: () => object
}

type Order = readonly (readonly [column: string, direction: Direction])[]

/** A page of the user's own instances. */
export function pageOfInstances(sim: Sim, user: UserRow, query: PageQuery): JsonBytes {
  const { trace } = sim
  const { select_filters: filters = {}, limit } = query
  const order = orderOf(sim, query)
  const rows = sim.tables.instances.where('user_id', user.id)
  const fulfils = compile(filters, readersOf(Object.keys(filters)))
  const found = rows.map((row) => entryOf(sim, row)).filter(fulfils)
  const behind = after(query.after_token, found, order)
  const onPage = behind.slice(0, limit)
  const last = onPage.at(-1)

  trace.apply(pageRules.pages)
  if (Object.keys(filters).length > 0) trace.apply(pageRules.filters)
  if (found.length > 1) trace.apply(pageRules.order)
  const columns = columnsOf(sim, query)
  const instances = onPage.flatMap(({ row }) => (row === undefined ? [] : [picked(readInstance(sim, row), columns)]))
  const rest = JSON.stringify({
    next_token: last === undefined || behind.length === onPage.length ? null : tokenOf(last, order),
    total_instances: found.length,
    label_counts: labelCounts(rows),
  })
  return new JsonBytes([`{"success":true,"instances":[${instances.join(',')}],${rest.slice(1)}`])
}

/** The columns of an instance are computed when they are first asked for. */
function entryOf(sim: Sim, row: InstanceRow): Entry {
  let columns: object | undefined
  return { row, columns: () => (columns ??= parsed(jsonOf(presentInstance(sim, row)))) }
}

function parsed(json: string): object {
  const value: unknown = JSON.parse(json)
  return isObject(value) ? value : {}
}

const readersOf = (columns: readonly string[]): Readers<Entry> =>
  Object.fromEntries(columns.map((column) => [column, (entry: Entry) => valueIn(entry, column)]))

function valueIn({ row, columns }: Entry, column: string): Value {
  if (column === 'id' && row !== undefined) return row.id
  const value = fieldOf(columns(), column)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

const isColumn = (name: string): boolean => Object.hasOwn(instance.shape, name)

/** The order of the request without what orders nothing; ascending ids break ties. */
function orderOf({ trace }: Sim, { order_by = [] }: PageQuery): Order {
  const order = new Map<string, Direction>()
  for (const { col, dir } of order_by) if (isColumn(col) && !order.has(col)) order.set(col, dir)
  const unknown = order_by.find(({ col }) => !isColumn(col))
  if (unknown !== undefined) trace.addHint(`order_by: no instance has the column ${unknown.col}, so it orders nothing`)
  if (!order.has('id')) order.set('id', 'asc')
  return [...order]
}

/** The entries in order, from behind the place that the token names. */
function after(token: string | undefined, entries: readonly Entry[], order: Order): readonly Entry[] {
  const readers = readersOf(order.map(([column]) => column))
  if (token === undefined || token === '') return sortBy(entries, order, readers)
  const place = placeOf(token, order)
  const inTurn = sortBy([...entries, place], order, readers)
  return inTurn.slice(inTurn.indexOf(place) + 1)
}

const tokenOf = (last: Entry, order: Order): string =>
  btoa(encodeURIComponent(JSON.stringify({ order, after: order.map(([column]) => valueIn(last, column)) })))

function placeOf(token: string, order: Order): Entry {
  const result = pageToken.safeParse(decoded(token))
  if (!result.success || JSON.stringify(result.data.order) !== JSON.stringify(order))
    throw refuse(pageRules.tokenUnknown, 'after_token: is no next_token of this listing in this order')
  const { after: values } = result.data
  const columns = Object.fromEntries(order.map(([column], at) => [column, values[at] ?? null]))
  return { columns: () => columns }
}

function decoded(token: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(token)))
  } catch {
    return undefined
  }
}

/** The columns that the request selects; undefined for all. */
function columnsOf({ trace }: Sim, { select_cols: names }: PageQuery): ReadonlySet<string> | undefined {
  if (names === undefined || names.includes('*')) return undefined
  trace.apply(pageRules.columns)
  const unknown = names.find((name) => !isColumn(name))
  if (unknown !== undefined) trace.addHint(`select_cols: no instance has the column ${unknown}`)
  return new Set(names)
}

const picked = (json: string, columns: ReadonlySet<string> | undefined): string =>
  columns === undefined
    ? json
    : JSON.stringify(Object.fromEntries(Object.entries(parsed(json)).filter(([name]) => columns.has(name))))

function labelCounts(rows: readonly InstanceRow[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { label = '' } of rows) if (label !== '') counts.set(label, (counts.get(label) ?? 0) + 1)
  return Object.fromEntries(counts)
}
