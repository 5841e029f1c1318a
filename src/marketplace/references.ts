import type { Row } from '../kernel/row-set.ts'
import type { Reference } from './collection.ts'
import { type Collection, collections, declarations, type Tables } from './collections.ts'

/** A reference with the collection whose rows hold it. */
export interface ReferenceFrom extends Reference<string, Collection> {
  readonly from: Collection
}

export const references: readonly ReferenceFrom[] = collections.flatMap((from) =>
  declarations[from].references.map((reference) => ({ ...reference, from })),
)

/** The ids that a row holds in the field of a reference. */
export function namedIds({ field, item }: ReferenceFrom, row: Row): readonly number[] {
  const value: unknown = Reflect.get(row, field)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const idIn = (each: unknown): unknown =>
    typeof each === 'object' && each !== null && item !== undefined ? Reflect.get(each, item) : undefined
  const ids = item === undefined ? [value] : items.map(idIn)
  return ids.filter((id) => typeof id === 'number')
}

/** The rows that hold this id in the field of a reference. */
export const namingRows = (tables: Tables, reference: ReferenceFrom, id: number): readonly Row[] =>
  rowsOf(tables, reference.from).filter((row) => namedIds(reference, row).includes(id))

/** The rows of any collection, of which no more is known than that they have an id. */
export const rowsOf = (tables: Tables, collection: Collection): readonly Row[] => tables[collection].values()
