import { z } from 'zod'
import { isSecretName } from '../testing/journal/secret-names.ts'
import { check, type Problem } from '../kernel/wire.ts'
import { type Collection, declarations } from '../marketplace/collections.ts'
import type { CapturedRow } from './captured-answers.ts'
import type { SecretCleaner } from './secrets.ts'

/** A row of a fixture that is yet to be checked. */
export interface Candidate {
  readonly collection: Collection
  readonly row: CapturedRow
}

/** What a captured row is converted with. */
export interface Conversion {
  /** The id of the user who was calling. */
  readonly callerId: number
  /** Unix milliseconds of the answer, where it is known. */
  readonly atMs: number | undefined
  /** The id, or the next one that no row of the collection has. */
  readonly freeId: (collection: Collection, wanted: unknown) => unknown
  readonly secrets: SecretCleaner
  /** Takes the name of each secret that was left out. */
  readonly found: (name: string) => void
  /** Takes each value that cannot be written. */
  readonly refused: (field: string, reason: string) => void
}

/** Whether rows of a collection may have a field. */
export const hasField = (collection: Collection, name: string): boolean =>
  Object.hasOwn(declarations[collection].row.shape, name)

/** The fields of a captured row that are wanted: those of a collection, or those that pass a test. */
export function pick(captured: CapturedRow, wanted: Collection | ((name: string) => boolean)): CapturedRow {
  const isWanted = typeof wanted === 'function' ? wanted : (name: string) => hasField(wanted, name)
  return Object.fromEntries(Object.entries(captured).filter(([name]) => isWanted(name)))
}

/**
 * A captured row in two parts: what a row of the collection can hold, and under `seen` what the observed dialect shows of
 * it all the same, which are nulls and fields that the simulator does not have.
 * @param isComputed whether a field follows from others
 */
export function withSeen(
  collection: Collection,
  captured: CapturedRow,
  { secrets, found }: Conversion,
  isComputed: (name: string) => boolean,
): CapturedRow {
  const isHeld = (name: string): boolean =>
    hasField(collection, name) && (captured[name] !== null || takesNull(collection, name))
  const others = pick(captured, (name) => !isHeld(name) && !isComputed(name) && !isSecretName(name))
  const seen = Object.fromEntries(
    Object.entries(others).map(([name, value]): [string, unknown] => [name, secrets.clean(name, value, found)]),
  )
  return { ...pick(captured, isHeld), ...(Object.keys(others).length > 0 && { seen }) }
}

/** Whether null is a value of a field. */
export const takesNull = (collection: Collection, name: string): boolean => {
  const schema: unknown = Reflect.get(declarations[collection].row.shape, name)
  return schema instanceof z.ZodType && schema.safeParse(null, { jitless: true }).success
}

interface Checked {
  /** The fields that the schema of the collection accepts; undefined when one that a row needs is not among them. */
  readonly row: CapturedRow | undefined
  readonly problems: readonly Problem[]
}

/** The fields of a row that the schema of its collection accepts. */
export function validRow(collection: Collection, candidate: CapturedRow): Checked {
  const found: Problem[] = []
  let row = candidate
  for (;;) {
    const { problems } = check<unknown>(declarations[collection].row, row, { jitless: true })
    if (problems.length === 0) return { row, problems: found }
    found.push(...problems)
    const wrong = new Set<unknown>(problems.map(({ path }) => path[0]))
    const right = pick(row, (name) => !wrong.has(name))
    if (Object.keys(right).length === Object.keys(row).length) return { row: undefined, problems: found }
    row = right
  }
}
