import type { Cell } from '../kernel/cell.ts'
import { valueBytes } from '../kernel/memory-size.ts'
import type { Row, RowChange, RowSet } from '../kernel/row-set.ts'
import { Table } from '../kernel/table.ts'
import { type Collection, collections, perCollection, type RowSets, type Tables } from './collections.ts'

/** Tables over the rows in a cell: every change of a row puts other rows into it. */
export const tablesOver = (cell: Cell<RowSets>): Tables =>
  perCollection<Tables>((name) => new Table<Row, Collection>(cell, name))

/** The same rows in other tables: changes of one are not seen in the other. */
export const copyTables = (tables: Tables): Tables =>
  tablesOver({ value: perCollection<RowSets>((name) => tables[name].rows) })

/** What the rows take that were put, in bytes. */
export function bytesOfRows(rows: RowSets): number {
  let bytes = 0
  for (const name of collections) bytes += rows[name].bytes
  return bytes
}

/** A row that came, changed or went. */
export interface ChangedRow extends RowChange {
  readonly collection: Collection
}

/** The rows in which two states differ, by collection and id. */
export function changedRows(before: RowSets, after: RowSets): readonly ChangedRow[] {
  const changed: ChangedRow[] = []
  for (const collection of collections) {
    const earlier: RowSet<Row> = before[collection]
    const now: RowSet<Row> = after[collection]
    if (earlier !== now) for (const change of now.changesSince(earlier)) changed.push({ collection, ...change })
  }
  return changed
}

const BYTES_PER_CHANGE = 150

/** What is kept of rows that were changed, in bytes: those before. */
export const bytesReplaced = (changes: readonly ChangedRow[]): number =>
  changes.reduce((sum, { before }) => sum + BYTES_PER_CHANGE + (before === undefined ? 0 : valueBytes(before)), 0)
