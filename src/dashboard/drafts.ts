import { baseOf } from './address.tsx'
import { readJson } from './calls.ts'

/** What is typed into the fields of a row and not saved, by the name of the field. It outlives the view and a reload. */
export type Draft = Readonly<Record<string, string>>

const keyOf = (collection: string, id: string): string => `rental-sim-draft ${baseOf()} ${collection}/${id}`

export function readDraft(collection: string, id: string): Draft {
  const stored = sessionStorage.getItem(keyOf(collection, id))
  return stored === null ? {} : readJson<Draft>(stored)
}

export const hasDraft = (collection: string, id: string): boolean =>
  sessionStorage.getItem(keyOf(collection, id)) !== null

export function keepDraft(collection: string, id: string, draft: Draft): void {
  if (Object.keys(draft).length === 0) sessionStorage.removeItem(keyOf(collection, id))
  else sessionStorage.setItem(keyOf(collection, id), JSON.stringify(draft))
}
