import { type Change, type ChangeContext, makeChange } from '../../marketplace/change-row.ts'
import type { Rows } from '../../marketplace/collections.ts'
import { copyTables } from '../../marketplace/tables.ts'
import { rowsOf } from '../fixtures/document.ts'
import { checkReferences, type IsImplied, type RowProblem, tyingFields } from '../fixtures/references.ts'

/**
 * Makes changes of one instant, without those that would make a state that a fixture may not have, e.g. an instance
 * without its owner: such a state could be exported and not be read again.
 * @returns for each why it was not made, or undefined
 */
export function makeChanges(changing: ChangeContext, changes: readonly Change[]): readonly (string | undefined)[] {
  if (contradiction(changing, changes) === undefined) return changes.map((change) => makeChange(changing, change))
  const whys = new Map<Change, string | undefined>()
  // A change may need another one that comes after it in the list.
  for (let left = changes, before = Infinity; left.length < before;) {
    before = left.length
    for (const change of left) whys.set(change, contradiction(changing, [change]) ?? makeChange(changing, change))
    left = left.filter((change) => whys.get(change) !== undefined)
  }
  return changes.map((change) => whys.get(change))
}

/** Why changes would contradict the world, or undefined. Nothing is changed. */
export function contradiction(
  changing: ChangeContext,
  changes: readonly Change[],
  isImplied?: IsImplied,
): string | undefined {
  if (changes.every((change) => isPlain(changing, change))) return undefined
  const { invention, clock } = changing
  const tables = copyTables(changing.tables)
  for (const change of changes) makeChange({ tables, invention, clock }, change)
  const [before, after] = [rowsOf(changing.tables), rowsOf(tables)]
  const found = newProblem(before, after, isImplied)
  const [change] = changes
  return found && change && complaint(after, found, change)
}

/** Whether a patch names fields that tie its row to others. */
export const namesReference = (patch: object): boolean => Object.keys(patch).some((name) => tyingFields.has(name))

/** Whether a change touches no field that ties rows to each other: then the rows need not be compared. */
const isPlain = ({ tables }: ChangeContext, { collection, id, patch }: Change): boolean =>
  patch !== undefined && tables[collection].get(id) !== undefined && !namesReference(patch)

function newProblem(before: Rows, after: Rows, isImplied?: IsImplied): RowProblem | undefined {
  const known = new Set(checkReferences(before, isImplied).map((problem) => placed(before, problem)))
  return checkReferences(after, isImplied).find((problem) => !known.has(placed(after, problem)))
}

/** Row id and field of a problem, which unlike the index of the row stay the same when others are removed. */
const placed = (rows: Rows, { path: [collection, index, ...field] }: RowProblem): string =>
  [collection, rows[collection][Number(index)]?.id, ...field].join(' ')

/** The problem names the other row of a pair, in either order. */
function complaint(rows: Rows, problem: RowProblem, { collection, id, patch }: Change): string {
  const { path, message, first } = problem
  const [other, index, ...field] = path
  if (patch === undefined) return `${other} ${rows[other][Number(index)]?.id} names it as ${field.join('.')}`
  if (first === undefined) return `${placed(rows, problem)}: ${message}`
  const pair = [rows[other][Number(index)]?.id, rows[other][first]?.id]
  const names = field.filter((step) => typeof step === 'string').join('.')
  return `${collection} ${id} ${names}: ${other} ${pair.find((each) => each !== id) ?? id} has it already`
}
