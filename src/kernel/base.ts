import { endsSlice, SharedWork, type Work } from './slices.ts'

/** Rows are immutable values; an edit puts a new row. */
export interface Row {
  readonly id: number
}

/** The rows a fixture starts with, shared by every sandbox that starts from it. */
export class Base<R extends Row> {
  readonly #made: SharedWork<readonly R[]>
  readonly #indexes = new Map<keyof R, ReadonlyMap<unknown, readonly R[]>>()
  #byId: ReadonlyMap<number, R> | undefined

  /** @param make is called once, when the first row is wanted */
  constructor(make: () => Iterable<R>) {
    this.#made = new SharedWork(() => listed(make()))
  }

  /** By ascending id. */
  get rows(): readonly R[] {
    return this.#made.result
  }

  /** The same, made in slices, ready to be looked up by id. */
  *load(): Work<readonly R[]> {
    const rows = yield* this.#made.wait()
    this.#byId ??= yield* keyed(rows)
    return rows
  }

  get byId(): ReadonlyMap<number, R> {
    return (this.#byId ??= new Map(this.rows.map((row) => [row.id, row])))
  }

  where(field: keyof R, value: unknown): readonly R[] {
    let index = this.#indexes.get(field)
    if (index === undefined) {
      index = groupBy(this.rows, field)
      this.#indexes.set(field, index)
    }
    return index.get(value) ?? NONE_FOUND
  }
}

function* listed<R extends Row>(made: Iterable<R>): Work<readonly R[]> {
  const rows: R[] = []
  for (const row of made) if (endsSlice(rows.push(row))) yield
  return rows.toSorted(byId)
}

function* keyed<R extends Row>(rows: readonly R[]): Work<ReadonlyMap<number, R>> {
  const rowsById = new Map<number, R>()
  for (const row of rows) {
    rowsById.set(row.id, row)
    if (endsSlice(rowsById.size)) yield
  }
  return rowsById
}

const NONE_FOUND: readonly never[] = []

export const byId = (a: Row, b: Row): number => a.id - b.id

function groupBy<R extends Row>(rows: readonly R[], field: keyof R): Map<unknown, readonly R[]> {
  const groups = new Map<unknown, R[]>()
  for (const row of rows) {
    const group = groups.get(row[field])
    if (group === undefined) groups.set(row[field], [row])
    else group.push(row)
  }
  return groups
}
