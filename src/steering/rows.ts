import { type Rows, rowsOf } from '../harness/fixtures/document.ts'
import { checkReferences, type RowProblem } from '../harness/fixtures/references.ts'
import { nearest } from '../kernel/nearest.ts'
import { inWords, problems } from '../kernel/wire.ts'
import { type Change, makeChange, problemsOfChange } from '../resources/change.ts'
import { type Collection, collections, forkTables } from '../resources/tables.ts'
import type { Sandbox } from '../sandbox.ts'
import { SteeringError } from './error.ts'

/** @throws SteeringError `not_found` */
export function collectionNamed(name: string): Collection {
  const found = collections.find((each) => each === name)
  if (found !== undefined) return found
  const [close] = nearest(name, collections)
  throw new SteeringError('not_found', `there is no collection "${name}"`, close && `did you mean "${close}"?`)
}

/**
 * Changes fields of a row; null unsets one.
 * @throws SteeringError `not_found`; `invalid_args` for what makes no row, or one that contradicts another; then nothing has changed
 */
export function editRow({ world }: Sandbox, collection: Collection, id: number, patch: object): void {
  const { tables, invention, steered } = world
  const row = tables[collection].get(id)
  if (row === undefined) throw noRow(collection, id)
  if ('id' in patch && patch.id !== id) throw new SteeringError('invalid_args', `id: the row is ${id}, and stays so`)
  const change: Change = { collection, id, patch }
  const result = problemsOfChange(row, change)
  if (!result.success) throw new SteeringError('invalid_args', problems(result.error).map(inWords).join('; '))
  const tried = forkTables(tables)
  makeChange(tried, invention, change)
  const found = newProblem(rowsOf(tables), rowsOf(tried))
  if (found !== undefined) throw new SteeringError('invalid_args', complaint(rowsOf(tried), found, change))
  makeChange(tables, invention, change)
  steered.add('PATCH /_sim/state/{collection}/{id}')
}

/** Takes a row away. @throws SteeringError `not_found`; `conflict` when others rest on it; then nothing has changed */
export function removeRow({ world }: Sandbox, collection: Collection, id: number): void {
  const { tables, invention, steered } = world
  if (tables[collection].get(id) === undefined) throw noRow(collection, id)
  const change: Change = { collection, id, patch: undefined }
  const tried = forkTables(tables)
  makeChange(tried, invention, change)
  tried[collection].delete(id)
  // The marketplace need not be written, but where it is, its rows rest on it.
  const found = newProblem(rowsOf(tables), rowsOf(tried), [])
  if (found !== undefined) {
    const [other, index, field] = found.path
    const user = `${other} ${rowsOf(tried)[other][Number(index)]?.id}`
    throw new SteeringError('conflict', `${collection} ${id} is in use: ${user} names it as ${field}`)
  }
  makeChange(tables, invention, change)
  steered.add('DELETE /_sim/state/{collection}/{id}')
}

/** What a change made wrong: a world whose rows contradict each other could not be exported and read again. */
function newProblem(before: Rows, after: Rows, implied?: readonly number[]): RowProblem | undefined {
  const known = new Set(checkReferences(before, implied).map((problem) => placed(before, problem)))
  return checkReferences(after, implied).find((problem) => !known.has(placed(after, problem)))
}

/** Which row and field it is about, wherever the row stands. */
const placed = (rows: Rows, { path: [collection, index, ...field] }: RowProblem): string =>
  [collection, rows[collection][Number(index)]?.id, ...field].join(' ')

/** The other row of a pair is named, whichever of them comes first. */
function complaint(rows: Rows, problem: RowProblem, { collection, id }: Change): string {
  const { path, message, first } = problem
  const [other, index, ...field] = path
  if (first === undefined) return `${placed(rows, problem)}: ${message}`
  const pair = [rows[other][Number(index)]?.id, rows[other][first]?.id]
  const names = field.filter((step) => typeof step === 'string').join('.')
  return `${collection} ${id} ${names}: ${other} ${pair.find((each) => each !== id) ?? id} has it already`
}

export const noRow = (collection: Collection, id: number | string): SteeringError =>
  new SteeringError('not_found', `${collection} has no row ${id}`)
