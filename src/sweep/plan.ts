import { globMatches } from '../kernel/glob.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { sha256Hex } from '../kernel/secret.ts'
import { operationsUnder } from '../marketplace/routes.ts'
import { placeOf, families, type Trial, type TrialFamily } from '../testing/trial/trial.ts'
import { type Fact, requestKey, sandboxNamed } from './fact.ts'
import { groupBy } from '../kernel/group-by.ts'
import { halvesOf } from './injections/halves.ts'
import { injectionsByFamily } from './injections/families.ts'
import { wouldChange } from './injections/would-change.ts'

/** A trial that a sweep could run. */
export interface PossibleTrial {
  readonly trial: Trial
  /** Whether it is run without `everyCall`. */
  readonly isUsual: boolean
  /** Whether the same refusal of the operation is tried in another sandbox already. */
  readonly isRepeated: boolean
  /** Whether it is run though the client has seen the same before another call that meets the same fault. */
  readonly isNeeded: boolean
  /** A digest of what the client has seen when it meets the fault. */
  readonly history: string
}

export interface TrialChoice {
  readonly only: readonly TrialFamily[]
  /** Whether each call meets each fault, not the first, second and last only. */
  readonly everyCall: boolean
  /** Only trials with such ids; `*` stands for a part between slashes, `**` for anything. */
  readonly trial?: string | readonly string[] | undefined
}

/** What had no false alarm: the default. */
export const usualFamilies: readonly TrialFamily[] = ['transient', 'refusals', 'lost-reply', 'outage']

/**
 * Every trial for what a command called when nothing was wrong.
 * @param calls of that run, in order
 * @param byPlace whether calls are counted in each sandbox, and not over all of them together
 */
export function planTrials(calls: readonly Fact[], inForce: RulesInForce, byPlace = true): readonly PossibleTrial[] {
  const histories = new Map(historiesOf(calls).map((history, at) => [calls[at], history]))
  // In the order of their names: that of their calls is another one each time where tests run at once.
  const sessions = [...groupBy(calls, ({ sandbox }) => (byPlace ? placeOf(sandbox) : undefined))].toSorted(
    ([a = ''], [b = '']) => (a < b ? -1 : 1),
  )
  return operationsUnder(inForce).flatMap((operation) =>
    families.flatMap((family) => {
      const { injections, isAboutContent } = injectionsByFamily[family]
      const all = injections(operation, inForce)
      const calling = sessions.filter(([, session]) => session.some((call) => isCallOf(operation, call)))
      return calling.flatMap(([sandbox, session], index) => {
        const own = session.filter((call) => isCallOf(operation, call))
        return all.flatMap(({ name, fits = ({ happened }) => happened, isForFirst, ...injection }, nth) => {
          // A fault of the suite is not displaced: the next call is taken.
          const places = own.filter(
            (call) => call.fault === null && fits(call, session) && wouldChange(injection.effect, call),
          )
          return places.map((call, at): PossibleTrial => {
            const position = positionName(at, places.length)
            const number = own.indexOf(call) + 1
            const named = sandboxNamed(sandbox)
            const where = named === undefined ? '' : `@${named}`
            const id = [operation.id, family, `${position ?? `call-${number}`}${where}`, name].join('/')
            return {
              trial: {
                id,
                family,
                operation: operation.id,
                ...(sandbox !== undefined && { sandbox }),
                call: number,
                ...injection,
              },
              isUsual:
                (isForFirst !== true || index === 0 || family === 'refusals') &&
                (injection.lasts === 'from' || isForFirst === true ? at === 0 : position !== undefined),
              // Each sandbox meets some refusals, and each refusal is met by one of them.
              isRepeated:
                family === 'refusals' && nth % calling.length !== index && index % Math.max(1, all.length) !== nth,
              isNeeded: isAboutContent || position !== undefined,
              history: histories.get(call) ?? '',
            }
          })
        })
      })
    }),
  )
}

const isCallOf = ({ id }: { readonly id: string }, call: Fact): boolean => call.operation === id && call.isCall

/** The name of a call that meets each fault in any case. */
function positionName(at: number, count: number): string | undefined {
  if (at < 2) return at === 0 ? 'first' : 'second'
  return at === count - 1 ? 'last' : undefined
}

/** The trials of a sweep, and how many of them are left out because another one is alike. */
export function chooseTrials(possible: readonly PossibleTrial[], { only, everyCall, trial: ids }: TrialChoice) {
  const ofFamilies = possible.filter(({ trial }) => only.includes(trial.family))
  if (ids !== undefined) return { trials: trialsNamed(ofFamilies, [ids].flat(), everyCall), alike: 0 }
  const chosen = ofFamilies.filter(({ isUsual, isRepeated }) => everyCall || (isUsual && !isRepeated))
  const distinct = withoutAlike(chosen)
  const trials = everyCall ? distinct : withinBound(distinct)
  return { trials, alike: chosen.length - trials.length }
}

/** Trials of the usual families for one operation: more of them would show little that these do not. */
const MAX_FOR_ONE_OPERATION = 40

/** Of each operation so many trials, those of each sandbox and family in turn: each sandbox begins with another fault. */
function withinBound(trials: readonly Trial[]): readonly Trial[] {
  const kept = new Set(
    [
      ...groupBy(
        trials.filter(({ family }) => usualFamilies.includes(family)),
        ({ operation }) => operation,
      ),
    ]
      .flatMap(([, own]) => {
        const groups = [...groupBy(own, ({ family, sandbox }) => `${family} ${sandbox}`).values()]
        const turns = groups.flatMap((group, index) =>
          group.map((trial, at) => ({ trial, turn: (at - index + groups.length * group.length) % group.length })),
        )
        return turns.toSorted((a, b) => a.turn - b.turn).slice(0, MAX_FOR_ONE_OPERATION)
      })
      .map(({ trial }) => trial),
  )
  return trials.filter((trial) => !usualFamilies.includes(trial.family) || kept.has(trial))
}

/** The trials with these ids, or ids that fit them; where none has such an id, the parts of trials that are halved. */
function trialsNamed(possible: readonly PossibleTrial[], ids: readonly string[], everyCall: boolean): readonly Trial[] {
  const fits = ({ id }: Trial): boolean => ids.some((each) => each === id || globMatches(each, id))
  const whole = possible.filter(({ trial, isUsual }) => (everyCall || isUsual ? fits(trial) : ids.includes(trial.id)))
  const parts = possible.flatMap(({ trial }) => partsOf(trial).filter(({ id }) => ids.includes(id)))
  return [...withoutAlike(whole), ...parts]
}

const partsOf = (trial: Trial): readonly Trial[] => halvesOf(trial).flatMap((half) => [half, ...partsOf(half)])

/** Without trials that inject the same into the same call, or into a call of a client that has seen the same. */
export function withoutAlike(possible: readonly PossibleTrial[]): readonly Trial[] {
  const seen = new Set<string>()
  return possible.flatMap(({ trial, isNeeded, history }) => {
    const { operation, sandbox, call, lasts, effect } = trial
    const place = `${sandbox} ${call}`
    const [same = '', alike = ''] = [place, history].map((where) => JSON.stringify([operation, where, lasts, effect]))
    if (seen.has(same) || (!isNeeded && seen.has(alike))) return []
    seen.add(same).add(alike)
    return [trial]
  })
}

/**
 * A digest for each call: of what its sandbox was asked and answered before it, and of the request. Calls with the same
 * one come from a client that has seen the same, so that it does the same under the same fault.
 */
function historiesOf(calls: readonly Fact[]): readonly string[] {
  const bySandbox = new Map<string, string>()
  return calls.map((call) => {
    const { sandbox, operation, status } = call
    const history = sha256Hex(`${bySandbox.get(sandbox) ?? ''} ${operation} ${requestKey(call)}`, 8)
    bySandbox.set(sandbox, sha256Hex(`${history} ${status}`, 8))
    return history
  })
}

/** The most telling first: one of each operation and family before the second ones. */
export function mostTellingFirst<Each extends { readonly trial: Trial }>(trials: readonly Each[]): readonly Each[] {
  const counts = new Map<string, number>()
  return trials
    .map((each) => {
      const group = `${each.trial.operation} ${each.trial.family}`
      const rank = counts.get(group) ?? 0
      counts.set(group, rank + 1)
      return { each, rank }
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ each }) => each)
}
