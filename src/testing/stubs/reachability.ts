import { globMeets } from '../../kernel/glob.ts'
import type { Operation } from '../../kernel/operation.ts'
import { type Steps, TooManyStepsError } from '../../kernel/steps.ts'
import { operations } from '../../marketplace/routes.ts'
import { needsOperation } from '../faults/faults.ts'
import { reachableOperations, unreachable } from '../faults/reachability.ts'
import type { Fault } from '../faults/schema.ts'
import type { Match } from '../journal/match-schema.ts'

/** What decides whether a stub meets an operation. */
export interface Place {
  readonly method?: string | undefined
  readonly path: string
}

/** Whether a stub of this method, or of all where it names none, answers requests of another; a GET answers HEAD too. */
export const takesMethod = (method: string | undefined, asked: string): boolean =>
  method === undefined || method === asked || (method === 'GET' && asked === 'HEAD')

/** The operations whose requests a stub would match too: they answer for themselves. */
export const operationsWithin = ({ method, path }: Place): readonly Operation[] =>
  operations.filter((each) => isOf(each, method) && globMeets(path, each.path))

const isOf = (operation: Operation, method: string | undefined): boolean =>
  takesMethod(method, operation.method) || (method === 'HEAD' && operation.method === 'GET')

/** Why no request can be a stub's. An operation that not every dialect serves leaves its path to stubs where it is not served. */
export function whyUnreachable({ method, path }: Place): string | undefined {
  const parameter = /\{\w*\}/.exec(path)?.[0]
  if (parameter !== undefined)
    return `has ${parameter}, which is not a wildcard: * stands for anything within a segment, and ${encodeURIComponent(parameter)} for the text`
  if (/^\/_sim(\/|$)/.test(path)) return 'is a path of the simulator itself, which no stub answers'
  if (method === undefined) return undefined
  const only = operations.find(
    (each) => each.existence === undefined && isOf(each, method) && isWithin(path, each.path),
  )
  return (
    only &&
    `meets only requests of ${only.id}, which answers for itself: a stub answers what no operation takes, and a fault changes what one answers`
  )
}

/** Whether all that fits a glob is a path of the contract, in which each `{name}` stands for one segment. */
function isWithin(glob: string, path: string): boolean {
  if (glob.includes('**')) return false
  const [ours, theirs] = [glob.split('/'), path.split('/')]
  return (
    ours.length === theirs.length &&
    theirs.every((segment, index) => (segment.startsWith('{') ? ours[index] !== '' : ours[index] === segment))
  )
}

/** Why a fault can match neither an operation nor one of the stubs; undefined where it can. */
export function whyUnmet(fault: Fault, stubs: readonly { readonly match: Place }[], steps: Steps): string | undefined {
  const { match } = fault
  if (reachableOperations(match).length > 0) return undefined
  if (!stubs.some((stub) => mayMeet(match, stub.match, steps))) return unreachable(match)
  return needsOperation(fault)
    ? 'can match only what stubs answer, and no stub has a refusal of the service'
    : undefined
}

/** What all faults of a document may spend on being compared with all its stubs: what is not compared passes. */
export const MAX_COMPARED_STEPS = 5_000_000

/** Whether some request fits both the match of a fault and a stub; the caller of a stub is not known. */
function mayMeet(match: Match, { method, path }: Place, steps: Steps): boolean {
  if (match.operation !== undefined || match.user_id !== undefined) return false
  if (match.method !== undefined && !takesMethod(method, match.method)) return false
  try {
    return match.path === undefined || globMeets(match.path, path, steps)
  } catch (error) {
    if (error instanceof TooManyStepsError) return true
    throw error
  }
}
