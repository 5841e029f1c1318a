import type { Cell } from './cell.ts'
import type { Row, RowSet } from './row-set.ts'

/** The rows of a collection as operations read and change them. Each change puts another set into the cell. */
export class Table<R extends Row> {
  readonly #cell: Cell<RowSet<R>>

  constructor(cell: Cell<RowSet<R>>) {
    this.#cell = cell
  }

  /** The rows of this instant. */
  get rows(): RowSet<R> {
    return this.#cell.value
  }

  get(id: number): R | undefined {
    return this.#cell.value.get(id)
  }

  put<T extends R>(row: T): T {
    this.#cell.value = this.#cell.value.with(row)
    return row
  }

  /** @returns whether there was such a row */
  delete(id: number): boolean {
    const isThere = this.get(id) !== undefined
    if (isThere) this.#cell.value = this.#cell.value.without(id)
    return isThere
  }

  /** The highest id that a row of this table ever had. */
  get lastId(): number {
    return this.#cell.value.lastId
  }

  /** An id that no row of this table ever had. */
  nextId(): number {
    return this.lastId + 1
  }

  /** Gives ids above this one from then on. */
  raiseIds(above: number): void {
    // A set remembers the highest id that it was without.
    if (above > this.lastId) this.#cell.value = this.#cell.value.without(above)
  }

  /** All rows, by ascending id: the same list until one of them changes. */
  values(): readonly R[] {
    return this.#cell.value.values()
  }

  /** The rows whose field has this value, by ascending id. */
  where<K extends keyof R>(field: K, value: R[K]): readonly R[] {
    return this.#cell.value.where(field, value)
  }
}
