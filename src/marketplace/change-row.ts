import type { Clock } from '../kernel/clock.ts'
import { inWords, problems } from '../kernel/wire.ts'
import type { Among } from './collection.ts'
import { type Collection, declarations, type Tables } from './collections.ts'
import { namingRows, references } from './references.ts'

/** One row that is changed, added or taken away from outside, not by an operation. */
export interface Change<C extends Collection = Collection> {
  readonly collection: C
  readonly id: number
  /** The fields to change, null for those to unset; undefined takes the row away. */
  readonly patch: object | undefined
}

const NO_ROW = 'there is no such row'

/** The row as the patch would have it: null unsets what the patch names, and stays where the row pins it. */
function patched(row: object | undefined, { id, patch = {} }: Pick<Change, 'id' | 'patch'>): object {
  const changes = new Map<string, unknown>(Object.entries(patch))
  return Object.fromEntries(Object.entries({ ...row, ...patch, id }).filter(([name]) => changes.get(name) !== null))
}

/** What is wrong with a change of a row that stands, or of one that is yet to be added. */
export const problemsOfChange = (row: object | undefined, { collection, id, patch }: Change) =>
  declarations[collection].row.safeParse(patched(row, { id, patch }))

/** What changes are made in, and when. */
export interface Changing extends Among<Tables> {
  readonly clock: Pick<Clock, 'nowMs'>
}

/**
 * Makes a change, or answers why it makes no row, or finds none; whether it contradicts other rows is for the caller to ask.
 * A timeline was checked when it was loaded, but clients have been at work since.
 */
export function makeChange<C extends Collection>(changing: Changing, change: Change<C>): string | undefined {
  const { collection, id, patch } = change
  const { tables, clock } = changing
  if (patch === undefined) return takeAway(tables, change)
  const { row: schema, starts, own, changed, beforeChange } = declarations[collection]
  beforeChange?.(changing, id, patch)
  const before = tables[collection].get(id)
  const result = schema.safeParse(patched(before && own ? own(before, tables) : before, change))
  if (!result.success) return before === undefined ? NO_ROW : problems(result.error).map(inWords).join('; ')
  const row = starts(result.data, changing)
  tables[collection].put(changed === undefined ? row : changed(before, row, clock.nowMs))
  return undefined
}

/** Takes along what is removed with the row: a disk takes its listing. */
function takeAway(tables: Tables, { collection, id }: Change): string | undefined {
  if (tables[collection].get(id) === undefined) return NO_ROW
  for (const reference of references) {
    if (reference.to !== collection || reference.isRemovedWith !== true) continue
    for (const row of namingRows(tables, reference, id)) tables[reference.from].delete(row.id)
  }
  tables[collection].delete(id)
  return undefined
}
