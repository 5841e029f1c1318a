import { groupBy } from './group-by.ts'
import { valueBytes } from './memory-size.ts'

/** Rows are immutable values; an edit puts a new row. */
export interface Row {
  readonly id: number
}

/** A row before and after a change: undefined where there is none. */
export interface RowChange<R extends Row = Row> {
  readonly id: number
  readonly before: R | undefined
  readonly after: R | undefined
}

/** Some rows that follow each other, by ascending id, with what was looked up in them. */
class Chunk<R extends Row> {
  readonly rows: readonly R[]
  readonly #byValue = new Map<PropertyKey, ReadonlyMap<unknown, readonly R[]> | undefined>()

  constructor(rows: readonly R[]) {
    this.rows = rows
  }

  where<K extends keyof R>(field: K, value: R[K]): readonly R[] {
    // A chunk is often replaced right after its first look-up, so that one makes no index.
    if (!this.#byValue.has(field)) {
      this.#byValue.set(field, undefined)
      return this.rows.filter((row) => row[field] === value)
    }
    let byValue = this.#byValue.get(field)
    if (byValue === undefined) {
      byValue = groupBy(this.rows, (row): unknown => row[field])
      this.#byValue.set(field, byValue)
    }
    return byValue.get(value) ?? NO_ROWS
  }

  forget(): void {
    this.#byValue.clear()
  }
}

const ROWS_PER_CHUNK = 64

/** What a row takes besides its values, roughly. */
export const BYTES_PER_ROW = 2000

/** What the rows take that were put; those that a fixture brings are shared, and not counted. */
const bytesOfPut = new WeakMap<Row, number>()

/**
 * The rows of a collection at one instant: an immutable value. A change gives another set, which shares all chunks but
 * one with this one, so that keeping an old set costs little more than its differences.
 */
export class RowSet<R extends Row> {
  readonly #make: () => readonly Chunk<R>[]
  /** Undefined until a row is wanted. */
  #made: readonly Chunk<R>[] | undefined
  readonly #lastId: number
  /** What the rows take that were put since the rows of the fixture, in bytes. */
  readonly bytes: number
  #values: readonly R[] | undefined

  private constructor(make: () => readonly Chunk<R>[], lastId: number, bytes: number) {
    this.#make = make
    this.#lastId = lastId
    this.bytes = bytes
  }

  /**
   * @param make is called once, when the first row is wanted
   * @param lastId the highest id that was ever given, where the row is gone
   */
  static of<R extends Row>(make: () => Iterable<R>, lastId = 0): RowSet<R> {
    return new RowSet(() => splitIntoChunks([...make()].toSorted(byId)), lastId, 0)
  }

  get #chunks(): readonly Chunk<R>[] {
    return (this.#made ??= this.#make())
  }

  get(id: number): R | undefined {
    const chunks = this.#chunks
    for (const row of chunks[placeOf(id, chunks)]?.rows ?? NO_ROWS) if (row.id === id) return row
    return undefined
  }

  /** The set in which a row stands in place of the one of its id, or besides the others. */
  with(row: R): RowSet<R> {
    const bytes = BYTES_PER_ROW + valueBytes(row)
    bytesOfPut.set(row, bytes)
    return this.#replace(row.id, [row], bytes)
  }

  /** The set without the row of an id. */
  without(id: number): RowSet<R> {
    return this.#replace(id, NO_ROWS, 0)
  }

  /** The highest id that a row ever had. */
  get lastId(): number {
    return Math.max(this.#lastId, this.#chunks.at(-1)?.rows.at(-1)?.id ?? 0)
  }

  /** All rows, by ascending id. */
  values(): readonly R[] {
    return (this.#values ??= this.#chunks.flatMap(({ rows }) => rows))
  }

  /** The rows with this value in the field, by ascending id. */
  where<K extends keyof R>(field: K, value: R[K]): readonly R[] {
    return this.#chunks.flatMap((chunk) => chunk.where(field, value))
  }

  /** The rows that differ from those of another set, by ascending id. */
  changesSince(earlier: RowSet<R>): readonly RowChange<R>[] {
    const [then, now] = rowsApart(earlier.#chunks, this.#chunks)
    const changes: RowChange<R>[] = []
    let at = 0
    for (const before of then) {
      for (let after = now[at]; after !== undefined && after.id < before.id; after = now[++at])
        changes.push({ id: after.id, before: undefined, after })
      const after = now[at]?.id === before.id ? now[at++] : undefined
      if (after !== before) changes.push({ id: before.id, before, after })
    }
    for (const after of now.slice(at)) changes.push({ id: after.id, before: undefined, after })
    return changes
  }

  /** The set with these rows, or none, in place of the one of an id. */
  #replace(id: number, by: readonly R[], bytes: number): RowSet<R> {
    const chunks = this.#chunks
    const place = placeOf(id, chunks)
    const near = chunks[place]?.rows ?? NO_ROWS
    let at = 0
    while (near[at] !== undefined && (near[at]?.id ?? 0) < id) at += 1
    const before = near[at]?.id === id ? near[at] : undefined
    // Exchanges keep sets that were replaced. Those of a fixture are still read, in other sandboxes.
    if (this.bytes > 0) {
      this.#values = undefined
      chunks[place]?.forget()
    }
    const rows = near.toSpliced(at, before === undefined ? 0 : 1, ...by)
    const changed = chunks.toSpliced(place, 1, ...splitIntoChunks(rows))
    const freed = (before && bytesOfPut.get(before)) ?? 0
    return new RowSet(() => changed, Math.max(this.lastId, id), this.bytes + bytes - freed)
  }
}

/** The place of the chunk in which an id belongs: the last that begins at or below it. */
function placeOf(id: number, chunks: readonly Chunk<Row>[]): number {
  let [from, to] = [0, chunks.length]
  while (to - from > 1) {
    const middle = (from + to) >>> 1
    if ((chunks[middle]?.rows[0]?.id ?? 0) <= id) from = middle
    else to = middle
  }
  return from
}

/** The rows of each list without the chunks with which both begin, and those with which both end. */
function rowsApart<R extends Row>(
  a: readonly Chunk<R>[],
  b: readonly Chunk<R>[],
): readonly [readonly R[], readonly R[]] {
  let [from, toA, toB] = [0, a.length, b.length]
  while (from < Math.min(toA, toB) && a[from] === b[from]) from += 1
  while (Math.min(toA, toB) > from && a[toA - 1] === b[toB - 1]) [toA, toB] = [toA - 1, toB - 1]
  const rowsOf = (chunks: readonly Chunk<R>[]): readonly R[] => chunks.flatMap(({ rows }) => rows)
  return [rowsOf(a.slice(from, toA)), rowsOf(b.slice(from, toB))]
}

const NO_ROWS: readonly never[] = []

const byId = (a: Row, b: Row): number => a.id - b.id

/** A chunk that has grown too long becomes two of about half its length. */
function splitIntoChunks<R extends Row>(rows: readonly R[]): readonly Chunk<R>[] {
  const count = Math.ceil(rows.length / ROWS_PER_CHUNK)
  const length = Math.ceil(rows.length / Math.max(1, count))
  return Array.from({ length: count }, (_, at) => new Chunk(rows.slice(at * length, (at + 1) * length)))
}
