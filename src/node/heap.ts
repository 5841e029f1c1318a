import { getHeapStatistics } from 'node:v8'
import { mebibytes } from '../sandbox/memory.ts'
import { defaults } from '../sandbox/options.ts'

/** Of the old generation; the rest is for the program, for requests under way, and for garbage not yet collected. */
const SAFE_SHARE = 0.4

/** Three semi-spaces of 16 MiB: V8 counts them into its limit, and what is kept never stays there. */
const YOUNG_GENERATION = mebibytes(48)

/** A memory budget in MiB: what was asked for, but at most the safe share of the heap. */
export function safeBudgetMib(wantedMib: number = defaults.memoryBudgetMib): number {
  const oldGeneration = getHeapStatistics().heap_size_limit - YOUNG_GENERATION
  const safeMib = Math.floor((oldGeneration * SAFE_SHARE) / mebibytes(1))
  return Math.max(1, Math.min(wantedMib, safeMib))
}
