import { fieldOf, isObject } from './object.ts'
import { fulfils, type Value } from './query.ts'
import type { Rule } from './rule.ts'

export type ShownRow = Readonly<Record<string, unknown>>

/** A successful answer with its request, whoever gave it. */
export interface ShownAnswer {
  readonly operation: string
  /** The integer in its path. */
  readonly id: number | undefined
  readonly query: URLSearchParams
  /** The body of the request. */
  readonly sent: unknown
  /** Undefined where only the answer was captured: what was asked is not known then. */
  readonly isAsked: boolean
  readonly body: unknown
  readonly rows: readonly ShownRow[]
}

/** A statement of a rule about the values of answers, which captured answers can show to be right or wrong. */
export interface Claim {
  readonly rule: Rule
  /** The operations whose answers show it. */
  readonly of: readonly string[]
  /** The alternative of the rule that states it; absent: what is usual. */
  readonly under?: string
  /** In one line, such as `dph_total = dph_base + storage_total_cost`. */
  readonly says: string
  /**
   * Whether an answer fulfils it; undefined where the answer does not show it.
   * @param earlier the answers before it, oldest first
   */
  readonly holds: (answer: ShownAnswer, earlier: readonly ShownAnswer[]) => boolean | undefined
}

type Holds = Claim['holds']

/** Holds where every row that shows the fields passes the test; undefined where no row shows them. */
export const everyRow =
  (test: (row: ShownRow) => boolean | undefined): Holds =>
  ({ rows }) => {
    const tests = rows.map(test).filter((each) => each !== undefined)
    return tests.length === 0 ? undefined : tests.every(Boolean)
  }

/** Holds where a number of each row is what a formula makes of its other numbers. */
export const matchesFormula = (
  name: string,
  from: readonly string[],
  value: (...numbers: readonly number[]) => number,
  when: (row: ShownRow) => boolean = () => true,
): Holds =>
  everyRow((row) => {
    const shown = row[name]
    const numbers = from.map((each) => row[each]).filter((each) => typeof each === 'number')
    if (typeof shown !== 'number' || numbers.length < from.length || !when(row)) return undefined
    return isNear(shown, value(...numbers))
  })

export const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

/** Holds where rows come by ascending values of a field, unless the request orders them. */
export const isAscendingBy =
  (name: string, isOrdered: (answer: ShownAnswer) => boolean): Holds =>
  (answer) => {
    if (!answer.isAsked || isOrdered(answer) || numbersIn(answer.rows, name).length < 2) return undefined
    return isSorted(answer.rows, name, false)
  }

const numbersIn = (rows: readonly ShownRow[], name: string): readonly number[] =>
  rows.map((row) => row[name]).filter((each) => typeof each === 'number')

const isSorted = (rows: readonly ShownRow[], name: string, isDown: boolean): boolean =>
  numbersIn(rows, name).every((each, at, all) => {
    const before = all[at - 1] ?? each
    return isDown ? before >= each : before <= each
  })

/** Rows fulfil the filters, as far as they show the fields, and come in the order and number that was asked for. */
export function fitsQuery(
  rows: readonly ShownRow[],
  {
    filters,
    order,
    limit,
  }: { filters: unknown; order: readonly (readonly [name: string, isDown: boolean])[]; limit: unknown },
): boolean {
  if (typeof limit === 'number' && rows.length > limit) return false
  const plain = Object.fromEntries(
    Object.entries(isObject(filters) ? filters : {}).flatMap(([name, filter]) =>
      isObject(filter) && Object.values(filter).flat().every(isPlain) ? [[name, filter]] : [],
    ),
  )
  if (!rows.every(fulfils<ShownRow>(plain, (row, name) => (isPlain(row[name]) ? row[name] : undefined)))) return false
  return order.slice(0, 1).every(([name, isDown]) => isSorted(rows, name, isDown))
}

const isPlain = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const hasRow = ({ rows }: ShownAnswer, id: unknown): boolean => rows.some((row) => row['id'] === id)

/** The id that an answer made or took away; undefined where it is about something else. */
type IdIn = (answer: ShownAnswer) => unknown

/** Holds where an answer shows every row that was made before and not taken away since. */
export const showsCreated =
  (createdBy: IdIn, deletedBy: IdIn): Holds =>
  (answer, earlier) => {
    const deleted = new Set(earlier.map(deletedBy))
    const created = earlier.map(createdBy).filter((id) => typeof id === 'number' && !deleted.has(id))
    return created.length === 0 ? undefined : created.every((id) => hasRow(answer, id))
  }

/** Holds where an answer shows no row that was taken away before. */
export const showsNoDeleted =
  (deletedBy: IdIn): Holds =>
  (answer, earlier) => {
    const deleted = earlier.map(deletedBy).filter((id) => id !== undefined)
    return deleted.length === 0 ? undefined : !deleted.some((id) => hasRow(answer, id))
  }

/** The value at a path of names; undefined where there is none. */
export const valueAt = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((part, name) => fieldOf(part, name), value)
