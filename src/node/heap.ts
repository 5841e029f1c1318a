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

/** A heap that may well double before it is collected. */
const SMALL = mebibytes(64)
const SECOND_MS = 1000

/**
 * Collects garbage when the heap has grown by a fifth, in a process that runs nothing else, once it is no longer small.
 * By default V8 waits until it has doubled or tripled, and dropped exchanges would take as much memory as those that are
 * kept. A small heap would be collected every few hundred requests.
 */
export function collectGarbageSooner(): void {
  const timer = setInterval(() => {
    if (getHeapStatistics().used_heap_size < SMALL) return
    clearInterval(timer)
    setFlagsFromString('--heap-growing-percent=20')
  }, SECOND_MS).unref()
}
