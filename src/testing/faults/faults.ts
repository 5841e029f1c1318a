import { globMeets } from '../../kernel/glob.ts'
import type { Invention } from '../../kernel/invention.ts'
import type { Operation } from '../../kernel/operation.ts'
import { type Steps, withinSteps } from '../../kernel/steps.ts'
import { type Candidate, criteriaOf, isTooLarge, type NearMiss } from '../journal/match.ts'
import type { Match } from '../journal/match-schema.ts'
import { kinds } from './kinds.ts'
import { refusalNamed } from './kinds/answers.ts'
import { type Loaded, MatchList, noteNearMiss } from './match-list.ts'
import { reachableOperations, type StubPlace, takesMethod, unreachable } from './reachability.ts'
import type { Effect, Fault } from './schema.ts'

/** A fault that fires on a request. */
export interface FiredFault {
  readonly fault: string
  readonly effect: Effect
}

/** What the faults make of a request. */
export interface MetFaults {
  readonly fired: readonly FiredFault[]
  /** The first faults of which some criteria match the request and others do not, or that it was too large to be compared with. */
  readonly nearMisses: readonly NearMiss[]
}

export const NO_FAULTS: MetFaults = { fired: [], nearMisses: [] }

/** The faults of a sandbox, in their order. */
export class Faults extends MatchList<Fault> {
  /**
   * The faults that fire on a request, in their order. Every fault that matches counts the request; all delays add up,
   * and of the effects that take the place of the response only the first fires.
   * @param operation undefined where a stub answers
   * @param candidate makes what is compared of the request
   * @param trial what a trial has fired on the request: it comes first, except where a fault of the sandbox takes the place of the response
   */
  meet(
    operation: Operation | undefined,
    candidate: () => Candidate,
    nowMs: number,
    invention: Invention,
    trial?: FiredFault,
  ): MetFaults {
    const faults = this.list()
    const own = trial === undefined ? [] : [trial]
    if (faults.length === 0) return { fired: own, nearMisses: [] }
    const fired: FiredFault[] = []
    const nearMisses: NearMiss[] = []
    const request = candidate()
    for (const loaded of faults) {
      const { name, written } = loaded
      const missed = request.misses(written.match)
      if (missed.length > 0) {
        const isNear = missed.length < criteriaOf(written.match) || missed.some(isTooLarge)
        if (isNear) noteNearMiss(nearMisses, { fault: name }, missed)
        continue
      }
      if (!mayFireOn(operation, written)) continue
      const effect = effectFor(loaded, nowMs, invention)
      const isFired = effect !== undefined && !(replaces(effect) && fired.some((each) => replaces(each.effect)))
      this.put({ ...loaded, matched: loaded.matched + 1, fired: loaded.fired + (isFired ? 1 : 0) })
      if (isFired) fired.push({ fault: name, effect })
    }
    return { fired: fired.some(({ effect }) => replaces(effect)) ? fired : [...own, ...fired], nearMisses }
  }

  /** Counts a fault that changed nothing as one that has not fired. */
  unfire({ fault, effect }: FiredFault): void {
    const loaded = this.list().find(({ name }) => name === fault)
    // Another one may have taken its name meanwhile.
    if (loaded !== undefined && effectsOf(loaded.written).includes(effect))
      this.put({ ...loaded, fired: loaded.fired - 1 })
  }
}

const effectsOf = ({ effect, when }: Fault) => [effect, ...(when.sequence ?? [])]

const replacementsIn = (fault: Fault) => effectsOf(fault).flatMap((each) => each?.replacement ?? [])

/** Whether a fault answers with refusals of operations, and so passes by what a stub answers. */
const needsOperation = (fault: Fault): boolean =>
  replacementsIn(fault).some((each) => kinds.some(({ key, ofOperation }) => key === each.key && ofOperation === true))

/** Whether the operation has all refusals that a fault names. */
const mayFireOn = (operation: Operation | undefined, fault: Fault): boolean =>
  operation === undefined
    ? !needsOperation(fault)
    : replacementsIn(fault).every(({ key, value }) => key !== 'refuse' || refusalNamed(operation, String(value)))

/** Whether an effect does more than delay. */
const replaces = ({ replacement, hangs }: Effect): boolean => hangs || replacement !== undefined

/** What a fault does to the next request that matches it. */
function effectFor(
  { name, written: { when, effect }, sinceMs, matched }: Loaded<Fault>,
  nowMs: number,
  invention: Invention,
): Effect | undefined {
  const { times = Infinity, after = 0, every = 1, probability = 1, between, sequence } = when
  const at = matched - after
  if (at < 0 || at >= times || (at + 1) % every !== 0) return undefined
  const seconds = (nowMs - sinceMs) / 1000
  if (between !== undefined && (seconds < between[0] || seconds >= between[1])) return undefined
  const drawn = (): number => invention.draw(`faults/${name}`, matched)('probability', (faker) => faker.number.float())
  if (probability < 1 && drawn() >= probability) return undefined
  return sequence === undefined ? effect : (sequence[at] ?? undefined)
}

/** The steps for comparing all faults of a document with all its stubs: a pair beyond them passes. */
export const MAX_COMPARED_STEPS = 2_000_000

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
