import type { Journal } from './journal.ts'

/** The exchanges of a journal that a row comes from, by their numbers; null where the journal has none. */
export interface RowHistory {
  readonly created_by: number | null
  /** The last that changed it. */
  readonly changed_by: number | null
  readonly deleted_by: number | null
}

const UNTOUCHED: RowHistory = { created_by: null, changed_by: null, deleted_by: null }

/** Looks through a journal once for what made, changed and deleted each row. */
export function rowHistories(journal: Journal): (collection: string, id: number) => RowHistory {
  const histories = new Map<string, RowHistory>()
  const writing = journal.entries().filter(({ written }) => written !== undefined)
  for (const { id: exchange, changes } of writing.toSorted((a, b) => (a.written?.nth ?? 0) - (b.written?.nth ?? 0))) {
    for (const { collection, id, before, after } of changes) {
      const row = `${collection} ${id}`
      const earlier = histories.get(row) ?? UNTOUCHED
      if (after === null) histories.set(row, { ...earlier, deleted_by: exchange })
      else if (before === null) histories.set(row, { ...UNTOUCHED, created_by: exchange })
      else histories.set(row, { ...earlier, changed_by: exchange })
    }
  }
  return (collection, id) => histories.get(`${collection} ${id}`) ?? UNTOUCHED
}
