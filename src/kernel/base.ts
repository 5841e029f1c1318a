import { endsSlice, SharedWork, type Work } from './slices.ts'

/** Rows are immutable values; an edit puts a new row. */
export interface Row {
  readonly id: number
}

/** The rows a fixture starts with, shared by every sandbox that starts from it. */
export class Base<R extends Row> {
  readonly #made: SharedWork<readonly R[]>
  readonly #indexes = new Map<keyof R, ReadonlyMap<unknown, readonly R[]>>()

  /** @param make is called once, when the first row is wanted */
  constructor(make: () => Iterable<R>) {
    this.#made = new SharedWork(() => listed(make()))
  }

  /** By ascending id. */
  get rows(): readonly R[] {
    return this.#made.result
  }

  /** The same, made in slices. */
  load(): Work<readonly R[]> {
    return this.#made.wait()
  }

  /** Generated ids follow each other up to the last one, so that one look finds most rows; else it is sixteen among 50,000. */
  get(id: number): R | undefined {
    const { rows } = this
    const last = rows.at(-1)
    if (last === undefined || id > last.id) return undefined
    const expected = rows[rows.length - 1 - (last.id - id)]
    if (expected?.id === id) return expected
    let [from, to] = [0, rows.length]
    while (from < to) {
      const at = (from + to) >>> 1
      const row = rows[at]
      if (row === undefined || row.id === id) return row
      if (row.id < id) from = at + 1
      else to = at
    }
    return undefined
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
