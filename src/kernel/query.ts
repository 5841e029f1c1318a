import { z } from 'zod'
import { assumedPart, strictObject } from './wire.ts'

export type Value = string | number | boolean | null

type Test = (actual: Value) => boolean

/** Compares values of one type; values of different types, and null, fulfil no comparison. */
const ordered =
  (holds: (actual: string | number | boolean, expected: string | number | boolean) => boolean) =>
  (expected: Value): Test => {
    const type = typeof expected
    return (actual) => actual !== null && expected !== null && typeof actual === type && holds(actual, expected)
  }

const single = {
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

type Filter = { readonly [O in keyof typeof single]?: Value } & {
  readonly in?: readonly Value[]
  readonly notin?: readonly Value[]
}
export type Filters = Readonly<Record<string, Filter | undefined>>

const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'notin'] as const
export type Operator = (typeof operators)[number]

/**
 * The wire form of one field's filter: `{<operator>: <value>}`.
 * @param shown the operators that the contract shows for it; the others are marked as assumed
 */
export function filterOf<T extends z.ZodType<Value>>(value: T, shown: readonly Operator[] = operators) {
  const one = value.optional()
  const several = z.array(value).optional()
  const marked = <S extends z.ZodType>(operator: Operator, schema: S): S =>
    shown.includes(operator) ? schema : assumedPart(schema)
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

/** How to read a field of a row. */
export type Readers<R> = Readonly<Record<string, (row: R) => Value>>

/** Own fields only: a client may name `constructor`. */
const readerOf = <R>(readers: Readers<R>, field: string): Readers<R>[string] | undefined =>
  Object.hasOwn(readers, field) ? readers[field] : undefined

/** One function that tests a row against all conditions of all fields. */
export function compile<R>(filters: Filters, readers: Readers<R>): (row: R) => boolean {
  const tests = Object.entries(filters).flatMap(([field, filter]) => {
    const read = readerOf(readers, field)
    return read === undefined || filter === undefined
      ? []
      : conditions(filter).map((holds) => (row: R) => holds(read(row)))
  })
  const [only] = tests
  if (only !== undefined && tests.length === 1) return only
  return (row) => {
    for (const test of tests) if (!test(row)) return false
    return true
  }
}

function conditions({ in: among, notin: noneOf, ...rest }: Filter): readonly ((actual: Value) => boolean)[] {
  const holds: ((actual: Value) => boolean)[] = []
  for (const operator of ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'] as const) {
    const expected = rest[operator]
    if (expected !== undefined) holds.push(single[operator](expected))
  }
  if (among !== undefined) {
    const values = new Set(among)
    holds.push((actual) => values.has(actual))
  }
  if (noneOf !== undefined) {
    const values = new Set(noneOf)
    holds.push((actual) => !values.has(actual))
  }
  return holds
}

export type Direction = 'asc' | 'desc'

/** Rows ordered by several fields. A field without a reader is skipped; ties keep their order. */
export function sortBy<R>(
  rows: readonly R[],
  order: readonly (readonly [string, Direction])[],
  readers: Readers<R>,
): readonly R[] {
  const columns = order.flatMap(([field, direction]) => {
    const read = readerOf(readers, field)
    return read === undefined ? [] : [{ read, sign: direction === 'asc' ? 1 : -1 }]
  })
  if (columns.length === 0) return rows
  return rows.toSorted((one, other) => {
    for (const { read, sign } of columns) {
      const compared = compareValues(read(one), read(other))
      if (compared !== 0) return sign * compared
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
