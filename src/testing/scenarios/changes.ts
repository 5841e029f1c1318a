import { type Change, type ChangeContext, makeChange } from '../../marketplace/change-row.ts'
import type { Rows } from '../../marketplace/collections.ts'
import { forkTables } from '../../marketplace/tables.ts'
import { rowsOf } from '../fixtures/document.ts'
import { checkReferences, type IsImplied, type RowProblem, tyingFields } from '../fixtures/references.ts'

/**
 * Makes changes that come at one instant, but for those that would contradict the world: it could not be exported and read again.
 * @returns for each why it was not made, or undefined
 */
export function makeChanges(changing: ChangeContext, changes: readonly Change[]): readonly (string | undefined)[] {
  if (contradiction(changing, changes) === undefined) return changes.map((change) => makeChange(changing, change))
  const whys = new Map<Change, string | undefined>()
  // One may rest on another that comes later.
  for (let left = changes, before = Infinity; left.length < before;) {
    before = left.length
    for (const change of left) whys.set(change, contradiction(changing, [change]) ?? makeChange(changing, change))
    left = left.filter((change) => whys.get(change) !== undefined)
  }
  return changes.map((change) => whys.get(change))
}

/** What changes would make wrong, in words; nothing is changed. */
export function contradiction(
  changing: ChangeContext,
  changes: readonly Change[],
  isImplied?: IsImplied,
): string | undefined {
  if (changes.every((change) => isPlain(changing, change))) return undefined
  const tables = forkTables(changing.tables)
  for (const change of changes) makeChange({ ...changing, tables }, change)
  const [before, after] = [rowsOf(changing.tables), rowsOf(tables)]
  const found = newProblem(before, after, isImplied)
  const [change] = changes
  return found && change && complaint(after, found, change)
}

/** Whether fields of a row are named that tie it to others. */
export const namesReference = (patch: object): boolean => Object.keys(patch).some((name) => tyingFields.has(name))

/** Whether a change leaves alone what rows say of each other: then there is no need to compare them all. */
const isPlain = ({ tables }: ChangeContext, { collection, id, patch }: Change): boolean =>
  patch !== undefined && tables[collection].get(id) !== undefined && !namesReference(patch)

function newProblem(before: Rows, after: Rows, isImplied?: IsImplied): RowProblem | undefined {
  const known = new Set(checkReferences(before, isImplied).map((problem) => placed(before, problem)))
  return checkReferences(after, isImplied).find((problem) => !known.has(placed(after, problem)))
}

/** Which row and field it is about, wherever the row stands. */
const placed = (rows: Rows, { path: [collection, index, ...field] }: RowProblem): string =>
  [collection, rows[collection][Number(index)]?.id, ...field].join(' ')

/** The other row of a pair is named, whichever of them comes first. */
function complaint(rows: Rows, problem: RowProblem, { collection, id, patch }: Change): string {
  const { path, message, first } = problem
  const [other, index, ...field] = path
  if (patch === undefined) return `${other} ${rows[other][Number(index)]?.id} names it as ${field.join('.')}`
  if (first === undefined) return `${placed(rows, problem)}: ${message}`
  const pair = [rows[other][Number(index)]?.id, rows[other][first]?.id]
  const names = field.filter((step) => typeof step === 'string').join('.')
  return `${collection} ${id} ${names}: ${other} ${pair.find((each) => each !== id) ?? id} has it already`
}
