import { z } from 'zod'
import { groupBy } from './group-by.ts'
import { markAssumed } from './marks.ts'
import { strictObject } from './wire.ts'

export type Value = string | number | boolean | null

/** Whether a field holds a single value, by which rows can be filtered and ordered. */
export const isValue = (field: unknown): field is Value =>
  field === null || typeof field === 'string' || typeof field === 'number' || typeof field === 'boolean'

type Test = (actual: Value) => boolean

/** Compares values of one type; values of different types, and null, fulfil no comparison. */
const ordered =
  (holds: (actual: string | number | boolean, expected: string | number | boolean) => boolean) =>
  (expected: Value): Test =>
  (actual) =>
    actual !== null && expected !== null && typeof actual === typeof expected && holds(actual, expected)

const comparisons = {
  eq:
    (expected: Value): Test =>
    (actual) =>
      actual === expected,
  neq:
    (expected: Value): Test =>
    (actual) =>
      actual !== expected,
  lt: ordered((actual, expected) => actual < expected),
  lte: ordered((actual, expected) => actual <= expected),
  gt: ordered((actual, expected) => actual > expected),
  gte: ordered((actual, expected) => actual >= expected),
}

type Filter = { readonly [O in keyof typeof comparisons]?: Value } & {
  readonly in?: readonly Value[]
  readonly notin?: readonly Value[]
}
export type Filters = Readonly<Record<string, Filter | undefined>>

const singles = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'] as const
const operators = [...singles, 'in', 'notin'] as const
export type Operator = (typeof operators)[number]

/**
 * The wire form of one field's filter: `{<operator>: <value>}`.
 * @param shown the operators that the contract shows for it; the others are marked as assumed
 */
export function filterOf<T extends z.ZodType<Value>>(value: T, shown: readonly Operator[] = operators) {
  const one = value.optional()
  const several = z.array(value).optional()
  const marked = <S extends z.ZodType>(operator: Operator, schema: S): S =>
    shown.includes(operator) ? schema : markAssumed(schema)
  return strictObject(() => ({
    eq: marked('eq', one),
    neq: marked('neq', one),
    lt: marked('lt', one),
    lte: marked('lte', one),
    gt: marked('gt', one),
    gte: marked('gte', one),
    in: marked('in', several),
    notin: marked('notin', several),
  }))
}

/** Reads a field of a row: undefined where rows have no field of that name, which a client may choose. */
export type ReadField<R> = (row: R, field: string) => Value | undefined

/** A function that tests a row against all conditions of all fields. A field that rows do not have tests nothing. */
export function fulfils<R>(filters: Filters, read: ReadField<R>): (row: R) => boolean {
  const tests = Object.entries(filters).map(([field, filter = {}]) => ({ field, conditions: conditionsOf(filter) }))
  return (row) =>
    tests.every(({ field, conditions }) => {
      const value = read(row, field)
      return value === undefined || conditions.every((holds) => holds(value))
    })
}

/** A list of rows that are searched again and again: rows with a value of a field are found without reading all of them. */
export class SearchedRows<R> {
  readonly rows: readonly R[]
  readonly #read: ReadField<R>
  readonly #byValue = new Map<string, ReadonlyMap<Value | undefined, readonly R[]>>()

  constructor(rows: readonly R[], read: ReadField<R>) {
    this.rows = rows
    this.#read = read
  }

  /** The rows that fulfil all conditions of all fields, in their order. */
  select(filters: Filters): readonly R[] {
    const equality = Object.entries(filters).find(([, filter]) => filter?.eq !== undefined)
    const candidates = equality === undefined ? this.rows : this.#rowsWith(equality[0], equality[1]?.eq ?? null)
    return candidates.filter(fulfils(filters, this.#read))
  }

  /** The rows with a value of a field, or those that do not have the field: it tests nothing there. */
  #rowsWith(field: string, value: Value): readonly R[] {
    let byValue = this.#byValue.get(field)
    if (byValue === undefined) {
      byValue = groupBy(this.rows, (row) => this.#read(row, field))
      this.#byValue.set(field, byValue)
    }
    return byValue.has(undefined) ? this.rows : (byValue.get(value) ?? [])
  }
}

function conditionsOf({ in: among, notin: noneOf, ...rest }: Filter): readonly Test[] {
  const [allowed, forbidden] = [new Set(among), new Set(noneOf)]
  return [
    ...singles.flatMap((operator) => {
      const expected = rest[operator]
      return expected === undefined ? [] : [comparisons[operator](expected)]
    }),
    ...(among === undefined ? [] : [(actual: Value) => allowed.has(actual)]),
    (actual) => !forbidden.has(actual),
  ]
}

export type Direction = 'asc' | 'desc'

/** Rows ordered by several fields, of which the first counts most. A field that rows do not have orders nothing; ties keep their order. */
export function sortBy<R>(
  rows: readonly R[],
  order: readonly (readonly [string, Direction])[],
  read: ReadField<R>,
): readonly R[] {
  const [first] = rows
  const directions = new Map<string, Direction>()
  for (const [field, direction] of order)
    if (!directions.has(field) && first !== undefined && read(first, field) !== undefined)
      directions.set(field, direction)
  return rows.toSorted((one, other) => {
    for (const [field, direction] of directions) {
      const compared = compareValues(read(one, field) ?? null, read(other, field) ?? null)
      if (compared !== 0) return direction === 'asc' ? compared : -compared
    }
    return 0
  })
}

/** Null comes first. */
function compareValues(a: Value, b: Value): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return a < b ? -1 : 1
}
