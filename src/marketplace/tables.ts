import { Table } from '../kernel/table.ts'
import type { WriteLog } from '../kernel/writes.ts'
import { type Bases, type Collection, collections, type StoredRow, perCollection, type Tables } from './collections.ts'

/**
 * Tables over shared rows. `lastIds` are the highest ids ever given, so that no id of a deleted row is given again.
 * @param log notes their writes
 */
export const openTables = (bases: Bases, lastIds: Partial<Record<Collection, number>> = {}, log?: WriteLog): Tables => {
  const open = <C extends Collection>(name: C): Table<StoredRow<C>> =>
    new Table<StoredRow<C>>(bases[name], lastIds[name], name, log)
  return perCollection<Tables>(open)
}

/** A copy of the tables; changes of one are not seen in the other. @param log notes the writes of the copy */
export const forkTables = (tables: Tables, log?: WriteLog): Tables =>
  perCollection<Tables>((name) => tables[name].fork(log))

/** Whether any row was put or deleted since the tables were opened. */
export const isChanged = (tables: Tables): boolean => collections.some((collection) => tables[collection].isChanged)

/** The memory of the rows that were put since the tables were opened, in bytes. */
export const changedBytes = (tables: Tables): number =>
  collections.reduce((bytes, collection) => bytes + tables[collection].changedBytes, 0)
