import type { Collection } from '../marketplace/collections.ts'
import type { CapturedRow } from './answer-kinds.ts'
import type { SecretCleaner } from './secrets.ts'

/** A row of a fixture that is yet to be checked. */
export interface Candidate {
  readonly collection: Collection
  readonly row: CapturedRow
}

export interface Conversion {
  /** The id of the user who was calling. */
  readonly callerId: number
  /** Unix milliseconds of the answer, where it is known. */
  readonly atMs: number | undefined
  /** The id, or the next one that no row of the collection has. */
  readonly freeId: (collection: Collection, wanted: unknown) => unknown
  readonly secrets: SecretCleaner
  /** Is told the name of each secret that was left out. */
  readonly found: (name: string) => void
  /** Is told each value that cannot be written. */
  readonly refused: (field: string, reason: string) => void
}

/** The fields of a row that a collection has, too. */
export const pick = (captured: CapturedRow, fields: { readonly has: (name: string) => boolean }): CapturedRow =>
  Object.fromEntries(Object.entries(captured).filter(([name]) => fields.has(name)))
