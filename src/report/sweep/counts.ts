import type { Fact } from '../../testing/trial/fact.ts'

/** How often each operation was called. */
export function callsByOperation(calls: readonly Fact[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { operation, isCall } of calls)
    if (operation !== null && isCall) counts.set(operation, (counts.get(operation) ?? 0) + 1)
  return counts
}

/** Whether each call of an operation makes something new. */
export const creates = (operation: string): boolean => operation.endsWith('.create')

/** How often each creating operation took place. */
export const creations = (calls: readonly Fact[]): ReadonlyMap<string, number> =>
  callsByOperation(calls.filter(({ operation, happened }) => happened && operation !== null && creates(operation)))
