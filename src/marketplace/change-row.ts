import type { Clock } from '../kernel/clock.ts'
import { problemText, problemsOf } from '../kernel/wire.ts'
import type { RowContext } from './collection.ts'
import { type Collection, declarations, type Tables } from './collections.ts'
import { namingRows, references } from './references.ts'

/** A change of one row that comes from a scenario or a control call, not from an operation. */
export interface Change<C extends Collection = Collection> {
  readonly collection: C
  readonly id: number
  /** The fields to set, null for those to unset; undefined removes the row. */
  readonly patch: object | undefined
}

const NO_ROW = 'there is no such row'

/**
 * The row after the patch. A field that is null in the patch is left out; one that is null in the row stays null. A name
 * that is no field stays too, so that it is refused as such.
 */
function applyPatch(row: object | undefined, { collection, id, patch = {} }: Change): object {
  const { shape } = declarations[collection].row
  const isUnset = ([name, value]: [string, unknown]): boolean => value === null && Object.hasOwn(shape, name)
  const unset = new Set(
    Object.entries(patch)
      .filter(isUnset)
      .map(([name]) => name),
  )
  return Object.fromEntries(Object.entries({ ...row, ...patch, id }).filter(([name]) => !unset.has(name)))
}

/** Parses the row that a change of an existing row makes, or a new row where there is none. */
export const checkChange = <C extends Collection>(row: object | undefined, change: Change<C>) =>
  declarations[change.collection].row.safeParse(applyPatch(row, change))

/** The world that changes are made in, and when. */
export interface ChangeContext extends RowContext<Tables> {
  readonly clock: Pick<Clock, 'nowMs'>
}

/**
 * Makes a change; the caller has checked that it contradicts no other row. A timeline is checked when it is loaded, but
 * the requests of clients may have changed the row since.
 * @returns why the change was not made, or undefined
 */
export function makeChange<C extends Collection>(context: ChangeContext, change: Change<C>): string | undefined {
  const { collection, id, patch } = change
  const { tables, clock } = context
  if (patch === undefined) return removeRow(tables, change)
  const { toStored, ownFields, afterChange, beforeChange } = declarations[collection]
  beforeChange?.(context, id, patch)
  const before = tables[collection].get(id)
  const result = checkChange(before && ownFields ? ownFields(before, tables) : before, change)
  if (!result.success) return before === undefined ? NO_ROW : problemsOf(result.error).map(problemText).join('; ')
  const row = toStored(result.data, context)
  tables[collection].put(afterChange === undefined ? row : afterChange(before, row, clock.nowMs))
  return undefined
}

/** Removes a row, and the rows that are removed with it: a disk takes its listing along. */
function removeRow(tables: Tables, { collection, id }: Change): string | undefined {
  if (tables[collection].get(id) === undefined) return NO_ROW
  for (const reference of references) {
    if (reference.to !== collection || reference.isRemovedWith !== true) continue
    for (const row of namingRows(tables, reference, id)) tables[reference.from].delete(row.id)
  }
  tables[collection].delete(id)
  return undefined
}
