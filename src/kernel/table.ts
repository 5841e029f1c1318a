import type { Cell } from './cell.ts'
import type { Row, RowSet } from './row-set.ts'

/** The rows of a collection as operations read and change them. Each change puts another set into the cell, under its name. */
export class Table<R extends Row, Name extends string = string> {
  readonly #cell: Cell<Readonly<Record<Name, RowSet<R>>>>
  readonly #name: Name

  constructor(cell: Cell<Readonly<Record<Name, RowSet<R>>>>, name: Name) {
    this.#cell = cell
    this.#name = name
  }

  /** The rows of this instant. */
  get rows(): RowSet<R> {
    return this.#cell.value[this.#name]
  }

  get(id: number): R | undefined {
    return this.#cell.value[this.#name].get(id)
  }

  put<T extends R>(row: T): T {
    this.#replace(this.rows.with(row))
    return row
  }

  /** @returns whether there was such a row */
  delete(id: number): boolean {
    const isThere = this.get(id) !== undefined
    if (isThere) this.#replace(this.rows.without(id))
    return isThere
  }

  /** The highest id that a row of this table ever had. */
  get lastId(): number {
    return this.rows.lastId
  }

  /** An id that no row of this table ever had. */
  nextId(): number {
    return this.#cell.value[this.#name].lastId + 1
  }

  /** Gives ids above this one from then on. */
  raiseIds(above: number): void {
    // A set remembers the highest id that it was without.
    if (above > this.lastId) this.#replace(this.rows.without(above))
  }

  /** All rows, by ascending id: the same list until one of them changes. */
  values(): readonly R[] {
    return this.#cell.value[this.#name].values()
  }

  /** The rows with this value in the field, by ascending id. */
  where<K extends keyof R>(field: K, value: R[K]): readonly R[] {
    return this.#cell.value[this.#name].where(field, value)
  }

  #replace(rows: RowSet<R>): void {
    this.#cell.value = { ...this.#cell.value, [this.#name]: rows }
  }
}
