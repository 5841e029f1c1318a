import { globMeets } from '../../kernel/glob.ts'
import { type Steps, withinSteps } from '../../kernel/steps.ts'
import type { Match } from '../journal/match-schema.ts'
import { needsOperation } from './faults.ts'
import { reachableOperations, type StubPlace, takesMethod, unreachable } from './reachability.ts'
import type { Fault } from './schema.ts'

/** What all faults of a document may spend on being compared with all its stubs: what is not compared passes. */
export const MAX_COMPARED_STEPS = 5_000_000

/** Why a fault can match neither an operation nor one of the stubs; undefined where it can. */
export function whyUnmet(
  fault: Fault,
  stubs: readonly { readonly match: StubPlace }[],
  steps: Steps,
): string | undefined {
  const { match } = fault
  if (reachableOperations(match).length > 0) return undefined
  if (!stubs.some((stub) => mayMeetStub(match, stub.match, steps))) return unreachable(match)
  return needsOperation(fault)
    ? 'can match only what stubs answer, and no stub has a refusal of the service'
    : undefined
}

/**
 * Whether some request fits both the match of a fault and a stub; the caller of a stub is not known. Preflights, which
 * are most requests for OPTIONS, are only for stubs that name it.
 */
function mayMeetStub(match: Match, { method, path }: StubPlace, steps: Steps): boolean {
  if (match.operation !== undefined || match.user_id !== undefined) return false
  if (match.method === 'OPTIONS' && method !== 'OPTIONS') return false
  if (match.method !== undefined && !takesMethod(method, match.method)) return false
  const glob = match.path
  return glob === undefined || (withinSteps(() => globMeets(glob, path, steps)) ?? true)
}
