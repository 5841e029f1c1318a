import { changedRows } from '../../../../marketplace/tables.ts'
import type { World } from '../../../../sandbox/world.ts'
import type { RowChange } from '../../../../testing/journal/exchange.ts'
import { changesOf } from '../../../../testing/journal/row-changes.ts'
import { differences } from '../journal/diff.ts'

/** After so many rows that differ no more are looked for. */
export const MAX_DIFFERENT_ROWS = 100

/** The rows that differ between two worlds, but for times: `before` is what the left one has, `after` the right one. */
export function rowDifferences(left: World, right: World): readonly RowChange[] {
  const different = changedRows(left.state.rows, right.state.rows)
  return changesOf(different.slice(0, MAX_DIFFERENT_ROWS), asItIs).filter(isMoreThanTime)
}

const asItIs = (text: string): string => text

const isMoreThanTime = ({ before, after }: RowChange): boolean =>
  before === null || after === null || differences(before, after, true).length > 0
