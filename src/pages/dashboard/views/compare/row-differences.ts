import { endsSlice, type Work } from '../../../../kernel/slices.ts'
import { collections } from '../../../../marketplace/collections.ts'
import type { World } from '../../../../sandbox/world.ts'
import type { RowChange } from '../../../../testing/journal/exchange.ts'
import { changesOf } from '../../../../testing/journal/row-changes.ts'
import { differences } from '../journal/diff.ts'

/** After so many rows that differ no more are looked for. */
export const MAX_DIFFERENT_ROWS = 100

/** The rows that differ between two worlds, but for times: `before` is what the left one has, `after` the right one. */
export function* rowDifferences(left: World, right: World): Work<readonly RowChange[]> {
  const found: RowChange[] = []
  let seen = 0
  for (const collection of collections) {
    const [ours, theirs] = [yield* left.tables[collection].load(), yield* right.tables[collection].load()]
    // Rows are immutable, and worlds that start alike share them.
    if (ours === theirs) continue
    for (const id of idsOf(ours, theirs)) {
      const [before, after] = [left.tables[collection].get(id), right.tables[collection].get(id)]
      if (before !== after) found.push(...changesOf([{ collection, id, before, after }], asItIs).filter(isMoreThanTime))
      if (found.length >= MAX_DIFFERENT_ROWS) return found
      if (endsSlice(++seen)) yield
    }
  }
  return found
}

const asItIs = (text: string): string => text

interface Identified {
  readonly id: number
}

const idsOf = (left: readonly Identified[], right: readonly Identified[]): Iterable<number> =>
  new Set([...left, ...right].map(({ id }) => id))

const isMoreThanTime = ({ before, after }: RowChange): boolean =>
  before === null || after === null || differences(before, after, true).length > 0
