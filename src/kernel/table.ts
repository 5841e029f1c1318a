import { type Base, byId, type Row } from './base.ts'
import { IdsByValue } from './ids-by-value.ts'
import { valueBytes } from './kept-bytes.ts'
import type { Work } from './slices.ts'
import type { RowWrite, WriteLog } from './writes.ts'

/** A row's place in tables and indexes, and the JSON that is kept with it, measured roughly. */
export const BYTES_PER_ROW = 2000

/** What a table has in place of a row of its base, or besides them. */
interface Change<R> {
  /** Undefined where it was deleted. */
  readonly row: R | undefined
  readonly bytes: number
}

/** Copy-on-write rows over a shared base: a new or forked table costs its changes, never the base. */
export class Table<R extends Row> {
  readonly #base: Base<R>
  readonly #name: string
  /** Where its writes are noted. A table that is only tried out has none. */
  readonly #log: WriteLog | undefined
  /** What differs from the base, by id: in most tables of most sandboxes nothing does. */
  #own: Map<number, Change<R>> | undefined
  /** Of the changed rows, by field and value: their ids. Most tables of most sandboxes have none. */
  #indexes: Map<keyof R, IdsByValue> | undefined
  #lastId: number
  #changedBytes = 0
  #values: readonly R[] | undefined
  #found: Map<keyof R, Map<unknown, readonly R[]>> | undefined

  /** @param log notes the writes under the name */
  constructor(base: Base<R>, lastId = 0, name = '', log?: WriteLog) {
    this.#base = base
    this.#lastId = lastId
    this.#name = name
    this.#log = log
  }

  get #changes(): ReadonlyMap<number, Change<R>> {
    return this.#own ?? NONE
  }

  get(id: number): R | undefined {
    return this.#rowOf(id, this.#changes.get(id))
  }

  put<T extends R>(row: T): T {
    const { id } = row
    const before = this.#changes.get(id)
    this.#note(id, before, row)
    this.#replace(id, before, { row, bytes: BYTES_PER_ROW + valueBytes(row) })
    this.#lastId = Math.max(this.#lastId, id)
    return row
  }

  delete(id: number): boolean {
    if (this.get(id) === undefined) return false
    const before = this.#changes.get(id)
    this.#note(id, before, undefined)
    this.#replace(id, before, this.#base.get(id) === undefined ? undefined : { row: undefined, bytes: 0 })
    return true
  }

  /** Takes back the latest write that was noted and is not taken back yet. */
  undo(write: RowWrite): void {
    if (!this.#isOwn(write)) throw new Error(`a write of ${write.collection} is none of ${this.#name}`)
    const { id, before: row, lastId, bytes } = write
    this.#replace(id, this.#changes.get(id), this.#base.get(id) === row ? undefined : { row, bytes })
    this.#lastId = lastId
  }

  /** The highest id that a row of this table ever had. */
  get lastId(): number {
    return Math.max(this.#lastId, this.#base.rows.at(-1)?.id ?? 0)
  }

  /** An id that no row of this table ever had. */
  nextId(): number {
    return this.lastId + 1
  }

  /** All rows, by ascending id. */
  values(): readonly R[] {
    if (this.#changes.size === 0) return this.#base.rows
    this.#values ??= [...this.#base.rows.filter((row) => !this.#changes.has(row.id)), ...this.#changed()].toSorted(byId)
    return this.#values
  }

  /** All rows, by ascending id, made in slices where nobody has read them yet. */
  *load(): Work<readonly R[]> {
    yield* this.#base.load()
    return this.values()
  }

  /**
   * The rows that fulfil a condition, by ascending id.
   * @param testOf gets a list of rows, and gives the test of its places. What it keeps with the list of the base serves
   * every table over that base, whatever changed in this one.
   */
  filter(testOf: (rows: readonly R[]) => (place: number) => boolean): readonly R[] {
    const { rows } = this.#base
    const fulfils = testOf(rows)
    const found: R[] = []
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place]
      if (fulfils(place) && row !== undefined && !this.#changes.has(row.id)) found.push(row)
    }
    if (this.#changes.size === 0) return found
    const changed = this.#changed()
    const changedFulfils = testOf(changed)
    return [...found, ...changed.filter((_, place) => changedFulfils(place))].toSorted(byId)
  }

  /** The row with the lowest id that fulfils a condition. */
  first(fulfils: (row: R) => boolean): R | undefined {
    let first = this.#base.rows.find((row) => fulfils(row) && !this.#changes.has(row.id))
    for (const row of this.#changed()) if ((first === undefined || row.id < first.id) && fulfils(row)) first = row
    return first
  }

  /** The rows whose field has this value, by ascending id; indexed on first use. The same list until one of them changes, unless there are none. */
  where<K extends keyof R>(field: K, value: R[K]): readonly R[] {
    if (this.#changes.size === 0) return this.#base.where(field, value)
    const known = this.#found?.get(field)?.get(value)
    if (known !== undefined) return known
    const rows = this.#find(field, value)
    // Empty lists are not kept: clients may ask for any number of names that are not there.
    if (rows.length > 0) this.#foundBy(field).set(value, rows)
    return rows
  }

  /** @param log notes the writes of the copy */
  fork(log?: WriteLog): Table<R> {
    const copy = new Table(this.#base, this.#lastId, this.#name, log)
    copy.#own = this.#own && new Map(this.#own)
    copy.#changedBytes = this.#changedBytes
    return copy
  }

  /** Whether any row was put or deleted. */
  get isChanged(): boolean {
    return this.#changes.size > 0
  }

  /** The memory of the rows that were put or changed. */
  get changedBytes(): number {
    return this.#changedBytes
  }

  #isOwn(write: RowWrite): write is RowWrite<R> {
    return write.collection === this.#name
  }

  #note(id: number, before: Change<R> | undefined, after: R | undefined): void {
    this.#log?.note(this.#name, id, this.#rowOf(id, before), after, this.#lastId, before?.bytes ?? 0)
  }

  /** Without a change the row is that of the base. */
  #rowOf(id: number, change: Change<R> | undefined): R | undefined {
    return change === undefined ? this.#base.get(id) : change.row
  }

  /** One change takes the place of another: undefined where the row is as in the base. */
  #replace(id: number, before: Change<R> | undefined, after: Change<R> | undefined): void {
    this.#values = undefined
    this.#forget(this.#rowOf(id, before), this.#rowOf(id, after))
    this.#reindex(id, before?.row, after?.row)
    this.#changedBytes += (after?.bytes ?? 0) - (before?.bytes ?? 0)
    this.#own ??= new Map()
    if (after === undefined) this.#own.delete(id)
    else this.#own.set(id, after)
  }

  /** The rows that were put. */
  #changed(): readonly R[] {
    const rows: R[] = []
    for (const { row } of this.#changes.values()) if (row !== undefined) rows.push(row)
    return rows
  }

  /** Drops the lists that are wrong when one row takes the place of another. */
  #forget(before: R | undefined, after: R | undefined): void {
    if (this.#found === undefined) return
    for (const [field, found] of this.#found) {
      if (before !== undefined) found.delete(before[field])
      if (after !== undefined) found.delete(after[field])
    }
  }

  #find(field: keyof R, value: unknown): readonly R[] {
    const ofBase = this.#base.where(field, value)
    const changed = this.#index(field).get(value)
    if (changed === undefined && ofBase.length === 0) return ofBase
    const rows = ofBase.filter((row) => !this.#changes.has(row.id))
    for (const id of changed ?? []) {
      const row = this.#changes.get(id)?.row
      if (row !== undefined) rows.push(row)
    }
    return rows.length > 1 ? rows.toSorted(byId) : rows
  }

  #foundBy(field: keyof R): Map<unknown, readonly R[]> {
    this.#found ??= new Map()
    const found = this.#found.get(field) ?? new Map<unknown, readonly R[]>()
    this.#found.set(field, found)
    return found
  }

  #index(field: keyof R): IdsByValue {
    this.#indexes ??= new Map()
    let index = this.#indexes.get(field)
    if (index === undefined) {
      index = new IdsByValue()
      for (const row of this.#changed()) index.add(row[field], row.id)
      this.#indexes.set(field, index)
    }
    return index
  }

  /** One changed row takes the place of another, or of none. */
  #reindex(id: number, before: R | undefined, row: R | undefined): void {
    if (this.#indexes === undefined) return
    for (const [field, index] of this.#indexes) {
      if (before !== undefined && row !== undefined && before[field] === row[field]) continue
      if (before !== undefined) index.remove(before[field], id)
      if (row !== undefined) index.add(row[field], id)
    }
  }
}

const NONE: ReadonlyMap<number, never> = new Map<number, never>()
