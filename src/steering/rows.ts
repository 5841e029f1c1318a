import { rowsOf } from '../harness/fixtures/document.ts'
import { checkReferences } from '../harness/fixtures/references.ts'
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
 * @throws SteeringError `not_found`; `invalid_args` for what makes no row; then nothing has changed
 */
export function editRow({ world }: Sandbox, collection: Collection, id: number, patch: object): void {
  const row = world.tables[collection].get(id)
  if (row === undefined) throw noRow(collection, id)
  if ('id' in patch && patch.id !== id) throw new SteeringError('invalid_args', `id: the row is ${id}, and stays so`)
  const change = { collection, id, patch }
  const result = problemsOfChange(row, change)
  if (!result.success) throw new SteeringError('invalid_args', problems(result.error).map(inWords).join('; '))
  apply(world, change, 'invalid_args')
  world.steered.add('PATCH /_sim/state/{collection}/{id}')
}

/** Takes a row away. @throws SteeringError `not_found`; `conflict` when others rest on it */
export function removeRow({ world }: Sandbox, collection: Collection, id: number): void {
  if (world.tables[collection].get(id) === undefined) throw noRow(collection, id)
  apply(world, { collection, id, patch: undefined }, 'conflict')
  world.steered.add('DELETE /_sim/state/{collection}/{id}')
}

/** Tried on a copy first: a world whose rows contradict each other could not be exported and read again. */
function apply({ tables, invention }: Sandbox['world'], change: Change, error: 'invalid_args' | 'conflict'): void {
  const tried = forkTables(tables)
  makeChange(tried, invention, change)
  if (change.patch === undefined && tried[change.collection].get(change.id) !== undefined)
    throw new SteeringError('conflict', `${change.collection} ${change.id} is in use`)
  const known = new Set(checkReferences(rowsOf(tables)).map(({ message }) => message))
  const found = checkReferences(rowsOf(tried)).find(({ message }) => !known.has(message))
  if (found !== undefined) {
    const [collection, index, ...field] = found.path
    const row = rowsOf(tried)[collection][Number(index)]
    throw new SteeringError(error, `${[collection, row?.id, ...field].join(' ')}: ${found.message}`)
  }
  makeChange(tables, invention, change)
}

const noRow = (collection: Collection, id: number): SteeringError =>
  new SteeringError('not_found', `${collection} has no row ${id}`)
