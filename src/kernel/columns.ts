import { memoizeByObject } from './memoize-by-object.ts'
import type { Readers, Value } from './query.ts'

const columnsOf = memoizeByObject((_rows: readonly unknown[]) => new WeakMap<(row: never) => Value, readonly Value[]>())

/**
 * Reads fields of rows by their place in a list that never changes. A column of values is read several times faster than
 * a field of each row; it is computed when a search first asks for it, and kept with the list.
 */
export function columnReaders<R>(rows: readonly R[], fields: readonly string[], readers: Readers<R>): Readers<number> {
  const columns = columnsOf(rows)
  return Object.fromEntries(
    fields.flatMap((field) => {
      const read = readers[field]
      if (read === undefined) return []
      const values = columns.get(read) ?? rows.map(read)
      columns.set(read, values)
      return [[field, (place: number) => values[place] ?? null]]
    }),
  )
}
