import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { mebibytes } from '../sandbox/memory-budget.ts'
import { defaults } from '../sandbox/options.ts'

/** The rest is for the program itself, for requests at work, and for what is no longer needed and not yet collected. */
const SAFE_SHARE = 0.4

/** A memory budget in MiB that leaves the process room to work, whatever it was asked to be. */
export function safeBudgetMib(wantedMib: number = defaults.memoryBudgetMib): number {
  const safeMib = Math.floor((getHeapStatistics().heap_size_limit * SAFE_SHARE) / mebibytes(1))
  return Math.max(1, Math.min(wantedMib, safeMib))
}

/**
 * For a process of our own: collects garbage when the heap has grown by a fifth. V8 waits for twice or three times as
 * much where the limit is far away, and exchanges that were dropped would take as much memory as those that are kept.
 */
export const collectSooner = (): void => setFlagsFromString('--heap-growing-percent=20')
