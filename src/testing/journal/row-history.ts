import type { Journal } from './journal.ts'
import { changedJson } from './row-changes.ts'

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
  const writing = journal.entries().flatMap(({ id, written }) => (written === undefined ? [] : [{ id, ...written }]))
  for (const { id: exchange, changes } of writing.toSorted((a, b) => a.nth - b.nth)) {
    for (const { collection, id, before, after } of changedJson(changes)) {
      const row = `${collection} ${id}`
      const earlier = histories.get(row) ?? UNTOUCHED
      if (after === '') histories.set(row, { ...earlier, deleted_by: exchange })
      else if (before === '') histories.set(row, { ...UNTOUCHED, created_by: exchange })
      else histories.set(row, { ...earlier, changed_by: exchange })
    }
  }
  return (collection, id) => histories.get(`${collection} ${id}`) ?? UNTOUCHED
}
