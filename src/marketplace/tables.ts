import { Table } from '../kernel/table.ts'
import { type Bases, type Collection, collections, type Held, perCollection, type Tables } from './collections.ts'

/** Tables over shared rows; `lastIds` tells of rows that are gone. */
export const openTables = (bases: Bases, lastIds: Partial<Record<Collection, number>> = {}): Tables => {
  const open = <C extends Collection>(name: C): Table<Held<C>> =>
    new Table<Held<C>>(bases[name], new Map<number, Held<C>>(), lastIds[name])
  return perCollection<Tables>(open)
}

/** Tables that go their own way from here. */
export const forkTables = (tables: Tables): Tables => perCollection<Tables>((name) => tables[name].fork())

/** Whether any row was put or taken away since the tables were opened. */
export const isChanged = (tables: Tables): boolean => collections.some((collection) => tables[collection].isChanged)

/** What the rows take that were put since the tables were opened. */
export function changedBytes(tables: Tables): number {
  let bytes = 0
  for (const collection of collections) bytes += tables[collection].changedBytes
  return bytes
}
