import { mayBeInNumber } from '../../../../kernel/invented-fields.ts'
import { endsSlice, type Work } from '../../../../kernel/slices.ts'
import { type Collection, collections, declarations, type StoredRow } from '../../../../marketplace/collections.ts'
import type { World } from '../../../../sandbox/world.ts'

/**
 * The rows of a collection that have a text in the JSON of a value, in upper or lower case. A number is searched only in
 * what is written, any other text in what is invented, too. The page counts the rows of all collections, so all are made.
 */
export function* findRows<C extends Collection>(
  { tables, invention }: World,
  name: C,
  text: string,
): Work<readonly StoredRow<C>[]> {
  for (const each of collections) yield* tables[each].load()
  const rows = tables[name].values()
  const wanted = text.toLowerCase()
  if (wanted === '') return rows
  const hasText = textFinder(wanted)
  const invented = /^\d+$/.test(wanted) ? [] : (declarations[name].invented?.readersOfText(invention, wanted) ?? [])
  const found = rows.map(() => false)
  const written = (row: StoredRow<C>): readonly unknown[] => Object.values(row)
  for (const valuesOf of [written, ...invented.map((read) => (row: StoredRow<C>) => [read(row)])])
    for (const [at, row] of rows.entries()) {
      if (found[at] !== true) found[at] = valuesOf(row).some(hasText)
      if (endsSlice(at + 1)) yield
    }
  return rows.filter((_, at) => found[at])
}

/** Whether the JSON of a value has a text, which is in lower case. */
function textFinder(text: string): (value: unknown) => boolean {
  const isInNumbers = mayBeInNumber(text)
  return (value) =>
    value !== undefined &&
    (isInNumbers || typeof value !== 'number') &&
    JSON.stringify(value).toLowerCase().includes(text)
}
