import type { MemoryBudget } from '../sandbox/memory-budget.ts'
import { textBytes } from '../kernel/kept-bytes.ts'
import { noRoomForBody } from '../marketplace/operation/rules.ts'

/**
 * Counts the body of a request that a fault holds: twice, as it came and as faults see it.
 * @returns what is called when it is held no more
 * @throws Refusal where the memory budget has no room for it
 */
export function holdBody(budget: MemoryBudget, text: string): () => void {
  const bytes = 2 * textBytes(text)
  if (!budget.take(bytes)) throw noRoomForBody()
  return () => budget.release(bytes)
}
