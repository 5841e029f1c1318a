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
  readonly #byValue = new Map<PropertyKey, ReadonlyMap<unknown, readonly R[]>>()

  constructor(rows: readonly R[]) {
    this.rows = rows
  }

  where<K extends keyof R>(field: K, value: R[K]): readonly R[] {
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
    for (const row of this.#rowsNear(id)) if (row.id === id) return row
    return undefined
  }

  /** The set in which a row stands in place of the one of its id, or besides the others. */
  with(row: R): RowSet<R> {
    const bytes = BYTES_PER_ROW + valueBytes(row)
    bytesOfPut.set(row, bytes)
    const others = this.#rowsNear(row.id).filter(({ id }) => id !== row.id)
    return this.#changed(row.id, [...others, row].toSorted(byId), bytes)
  }

  /** The set without the row of an id. */
  without(id: number): RowSet<R> {
    return this.#changed(
      id,
      this.#rowsNear(id).filter((row) => row.id !== id),
      0,
    )
  }

  /** The highest id that a row ever had. */
  get lastId(): number {
    return Math.max(this.#lastId, this.#chunks.at(-1)?.rows.at(-1)?.id ?? 0)
  }

  /** All rows, by ascending id. */
  values(): readonly R[] {
    return (this.#values ??= this.#chunks.flatMap(({ rows }) => rows))
  }

  /** The rows whose field has this value, by ascending id. */
  where<K extends keyof R>(field: K, value: R[K]): readonly R[] {
    return this.#chunks.flatMap((chunk) => chunk.where(field, value))
  }

  /** The rows that differ from those of another set, by ascending id. */
  changesSince(earlier: RowSet<R>): readonly RowChange<R>[] {
    const [before, after] = [earlier.#rowsBesides(this), this.#rowsBesides(earlier)]
    const changes: RowChange<R>[] = []
    for (const id of new Set([...before.keys(), ...after.keys()]))
      if (before.get(id) !== after.get(id)) changes.push({ id, before: before.get(id), after: after.get(id) })
    return changes.toSorted(byId)
  }

  /** The rows in chunks that another set does not share, by id. */
  #rowsBesides(other: RowSet<R>): ReadonlyMap<number, R> {
    const shared = new Set(other.#chunks)
    const rows = new Map<number, R>()
    for (const chunk of this.#chunks) if (!shared.has(chunk)) for (const row of chunk.rows) rows.set(row.id, row)
    return rows
  }

  /** The rows of the chunk in which an id belongs. */
  #rowsNear(id: number): readonly R[] {
    return this.#chunks[this.#placeOf(id)]?.rows ?? NO_ROWS
  }

  /** The place of the chunk in which an id belongs: the last that begins at or below it. */
  #placeOf(id: number): number {
    const chunks = this.#chunks
    let [from, to] = [0, chunks.length]
    while (to - from > 1) {
      const middle = (from + to) >>> 1
      if ((chunks[middle]?.rows[0]?.id ?? 0) <= id) from = middle
      else to = middle
    }
    return from
  }

  #changed(id: number, rows: readonly R[], bytes: number): RowSet<R> {
    const before = this.get(id)
    const place = this.#placeOf(id)
    // Exchanges keep sets that were replaced. Those of a fixture are still read, in other sandboxes.
    if (this.bytes > 0) {
      this.#values = undefined
      this.#chunks[place]?.forget()
    }
    const chunks = this.#chunks.toSpliced(place, 1, ...splitIntoChunks(rows))
    const freed = (before && bytesOfPut.get(before)) ?? 0
    return new RowSet(() => chunks, Math.max(this.lastId, id), this.bytes + bytes - freed)
  }
}

/** The rows that differ between two sets, by ascending id. */
export const changesBetween = <R extends Row>(before: RowSet<R>, after: RowSet<R>): readonly RowChange<R>[] =>
  after.changesSince(before)

const NO_ROWS: readonly never[] = []

const byId = (a: Row, b: Row): number => a.id - b.id

/** A chunk that has grown too long becomes two of about half its length. */
function splitIntoChunks<R extends Row>(rows: readonly R[]): readonly Chunk<R>[] {
  const count = Math.ceil(rows.length / ROWS_PER_CHUNK)
  const length = Math.ceil(rows.length / Math.max(1, count))
  return Array.from({ length: count }, (_, at) => new Chunk(rows.slice(at * length, (at + 1) * length)))
}
