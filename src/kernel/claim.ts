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

/** Every row that shows it fulfils it. */
export const everyRow =
  (test: (row: ShownRow) => boolean | undefined): Holds =>
  ({ rows }) => {
    const tests = rows.map(test).filter((each) => each !== undefined)
    return tests.length === 0 ? undefined : tests.every(Boolean)
  }

/** A number of each row follows from other numbers of it. */
export const follows = (
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

/** Rows come by ascending values of a field, unless the request orders them. */
export const ascending =
  (name: string, isOrdered: (answer: ShownAnswer) => boolean): Holds =>
  (answer) => {
    const values = answer.rows.map((row) => row[name]).filter((each) => typeof each === 'number')
    if (!answer.isAsked || isOrdered(answer) || values.length < 2) return undefined
    return values.every((each, at) => at === 0 || Number(values[at - 1]) <= each)
  }

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
  const [first] = order
  if (first === undefined) return true
  const [name, isDown] = first
  const values = rows.map((row) => row[name]).filter((each) => typeof each === 'number')
  return values.every(
    (each, at) => at === 0 || (isDown ? Number(values[at - 1]) >= each : Number(values[at - 1]) <= each),
  )
}

const isPlain = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Ids that listings show, or that the latest answers of an operation gave. */
export const shows = ({ rows }: ShownAnswer, id: unknown): boolean => rows.some((row) => row['id'] === id)

/** The last of the earlier answers that says something, unless a later one of others says that it is over. */
export const lastOf = (
  earlier: readonly ShownAnswer[],
  says: (answer: ShownAnswer) => boolean,
): ShownAnswer | undefined => earlier.toReversed().find(says)

/** What a request sent, or its answer has, below one another. */
export const within = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((part, name) => fieldOf(part, name), value)
