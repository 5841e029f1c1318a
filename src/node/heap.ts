import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { mebibytes } from '../sandbox/memory-budget.ts'
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

/** Garbage is collected once there is so much of it, or a fifth of what is kept, whichever is more. */
const GARBAGE = mebibytes(48)
const LEAST_PERCENT = 20
const SECOND_MS = 1000
const SECONDS_SEEN = 5

/**
 * Says how far the heap may grow until garbage is collected, in a process that runs nothing else. By default V8 lets a
 * large heap double or triple, and dropped exchanges would take as much memory as those that are kept; a small one it
 * collects every few hundred requests.
 */
export function paceCollections(): void {
  const seen: number[] = []
  setInterval(() => {
    seen.push(getHeapStatistics().used_heap_size)
    if (seen.length > SECONDS_SEEN) seen.shift()
    setFlagsFromString(`--heap-growing-percent=${growthPercent(seen)}`)
  }, SECOND_MS).unref()
}

/** How far a heap may grow. @param used its latest sizes in bytes: after a collection it is smallest */
export const growthPercent = (used: readonly number[]): number =>
  Math.max(LEAST_PERCENT, Math.round((100 * GARBAGE) / Math.min(...used)))
