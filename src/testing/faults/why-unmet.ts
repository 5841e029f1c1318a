import { globMeets } from '../../kernel/glob.ts'
import { type Steps, withinSteps } from '../../kernel/steps.ts'
import { callersOf } from '../../marketplace/users/authenticate.ts'
import type { UserRow } from '../../marketplace/users/collections.ts'
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

/** Why no caller of a world is one of a match; undefined where one is. Users may come and go, so such a match is no mistake. */
export function whyNoCaller({ api_key: key, user_id: id }: Match, users: readonly UserRow[]): string | undefined {
  const owner = key === undefined ? undefined : callersOf(users).get(key)?.user.id
  if (key !== undefined && owner === undefined) return 'no user has the api_key of its match'
  if (id === undefined) return undefined
  if (!users.some((user) => user.id === id)) return `there is no user ${id}`
  return owner === undefined || owner === id ? undefined : `the api_key of its match is of user ${owner}, not ${id}`
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
