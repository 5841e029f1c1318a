import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { fieldOf } from '../../kernel/object.ts'
import { type Direction, fulfils, isValue, type ReadField, sortBy } from '../../kernel/query.ts'
import { refuse } from '../../kernel/refusal.ts'
import { columnPicker } from '../operation/search.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { showInstance } from './list.ts'
import { type PageQuery, pageToken, instance } from './schema.ts'
import { presentInstance } from './present.ts'
import type { InstanceRow } from './rows.ts'
import { catalogue } from '../catalogue.ts'

type Order = readonly (readonly [column: string, direction: Direction])[]

/** The place of an instance in an order: the values of its columns. */
interface Place {
  readonly columns: object
}

/** A page of the user's own instances. */
export function pageOfInstances(sim: Sim, user: UserRow, query: PageQuery): object {
  const { trace } = sim
  const { select_filters: filters = {}, limit } = query
  const order = orderOf(sim, query)
  const rows = sim.tables.instances.where('user_id', user.id)
  const columnsOf = memoizeByObject((row: InstanceRow): object => presentInstance(sim, row).fields)
  const read: ReadField<InstanceRow | Place> = (entry, column) => {
    if (column === 'id' && 'id' in entry) return entry.id
    const value = fieldOf('columns' in entry ? entry.columns : columnsOf(entry), column)
    return isValue(value) ? value : null
  }
  const found = rows.filter(fulfils(filters, read))
  const behind = rowsAfter(query.after_token, found, order, read)
  const onPage = behind.slice(0, limit)
  const last = onPage.at(-1)

  trace.apply(catalogue['instances.page.pages'])
  if (Object.keys(filters).length > 0) trace.apply(catalogue['instances.page.filters'])
  if (found.length > 1) trace.apply(catalogue['instances.page.order'])
  const selected = selectedColumns(sim, query)
  const pickColumns = columnPicker(selected)
  const isEnd = last === undefined || behind.length === onPage.length
  return {
    success: true,
    instances: onPage.map((row) => {
      const shown = showInstance(sim, row)
      return selected === undefined ? shown : pickColumns(shown.fields)
    }),
    next_token: isEnd ? null : encodeToken({ order, after: order.map(([column]) => read(last, column)) }),
    total_instances: found.length,
    label_counts: labelCounts(rows),
  }
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

/** The rows in order, from behind the place that the token names. */
function rowsAfter(
  token = '',
  rows: readonly InstanceRow[],
  order: Order,
  read: ReadField<InstanceRow | Place>,
): readonly InstanceRow[] {
  if (token === '') return sortBy(rows, order, read)
  const place = placeOf(token, order)
  const inTurn = sortBy([...rows, place], order, read)
  return inTurn.slice(inTurn.indexOf(place) + 1).filter((entry) => 'id' in entry)
}

function placeOf(token: string, order: Order): Place {
  const result = pageToken.safeParse(decodeToken(token))
  if (!result.success || JSON.stringify(result.data.order) !== JSON.stringify(order))
    throw refuse(
      catalogue['instances.page.token-unknown'],
      'after_token: is no next_token of this listing in this order',
    )
  const { after: values } = result.data
  return { columns: Object.fromEntries(order.map(([column], at) => [column, values[at] ?? null])) }
}

const encodeToken = (token: object): string => btoa(encodeURIComponent(JSON.stringify(token)))

function decodeToken(token: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(token)))
  } catch {
    return undefined
  }
}

/** The columns that the request selects; undefined for all. */
function selectedColumns({ trace }: Sim, { select_cols: names }: PageQuery): readonly string[] | undefined {
  if (names === undefined || names.includes('*')) return undefined
  trace.apply(catalogue['instances.page.columns'])
  const unknown = names.find((name) => !isColumn(name))
  if (unknown !== undefined) trace.addHint(`select_cols: no instance has the column ${unknown}`)
  return names
}

function labelCounts(rows: readonly InstanceRow[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { label = '' } of rows) if (label !== '') counts.set(label, (counts.get(label) ?? 0) + 1)
  return Object.fromEntries(counts)
}
