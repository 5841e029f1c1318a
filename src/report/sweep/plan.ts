import type { Operation } from '../../kernel/operation.ts'
import { isRefusal } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { operationsUnder, rulesOf } from '../../marketplace/routes.ts'
import { answersFor } from '../../testing/trial/answers.ts'
import type { Fact } from '../../testing/trial/fact.ts'
import type { Injection } from '../../testing/trial/injection.ts'
import { lostReply, refusalsFor, transient } from '../../testing/trial/transient.ts'
import { families, type Trial, type TrialFamily } from '../../testing/trial/trial.ts'
import { wrongFor } from '../../testing/trial/wrong.ts'
import { histories } from './alike.ts'

export interface PlanOptions {
  readonly only: readonly TrialFamily[]
  /** Whether each call meets each fault, not the first, second and last only. */
  readonly everyCall: boolean
}

export interface Plan {
  readonly trials: readonly Trial[]
  /** Trials that were left out because another one is alike. */
  readonly alike: number
}

/**
 * The trials for what a command called when nothing was wrong.
 * @param calls of that run, in order
 */
export function planTrials(calls: readonly Fact[], inForce: RulesInForce, { only, everyCall }: PlanOptions): Plan {
  const digests = histories(calls)
  const all = operationsUnder(inForce).flatMap((operation) => {
    const own = calls.flatMap((call, at) => (call.operation === operation.id && call.isCall ? [digests[at] ?? ''] : []))
    if (own.length === 0) return []
    return families
      .filter((family) => only.includes(family))
      .flatMap((family) =>
        injections[family](operation, inForce).flatMap((injection) =>
          positions(own.length, everyCall, injection.lasts).map((position) => ({
            trial: trialOf(operation, family, injection, position),
            isNamed: isAboutContent(family) || !position.name.startsWith('call-'),
            history: own[position.call - 1],
          })),
        ),
      )
  })
  const seen = new Set<string>()
  const trials = all.flatMap(({ trial, history, isNamed }) => {
    const [same = '', alike = ''] = [trial.call, history].map((where) =>
      JSON.stringify([trial.operation, where, trial.lasts, trial.effect]),
    )
    if (seen.has(same) || (!isNamed && seen.has(alike))) return []
    seen.add(same).add(alike)
    return [trial]
  })
  return { trials, alike: all.length - trials.length }
}

/** Whether it matters what the client does with the answer: that differs between calls that are alike. */
const isAboutContent = (family: TrialFamily): boolean => family === 'answers' || family === 'wrong'

interface Position {
  readonly call: number
  readonly name: string
}

/** Which of so many calls meet a fault. */
function positions(calls: number, everyCall: boolean, lasts: Trial['lasts']): readonly Position[] {
  const named = new Map([
    [1, 'first'],
    [2, 'second'],
    [calls, calls === 1 ? 'first' : calls === 2 ? 'second' : 'last'],
  ])
  const numbers = everyCall
    ? Array.from({ length: calls }, (_, at) => at + 1)
    : lasts === 'from'
      ? [1]
      : [...named.keys()]
  return numbers.filter((call) => call <= calls).map((call) => ({ call, name: named.get(call) ?? `call-${call}` }))
}

function trialOf({ id }: Operation, family: TrialFamily, injection: Injection, at: Position): Trial {
  const { name, injected, why, lasts, effect } = injection
  return {
    id: [id, family, at.name, name].join('/'),
    family,
    operation: id,
    call: at.call,
    lasts,
    injected,
    why,
    effect,
  }
}

const injections: Readonly<Record<TrialFamily, (operation: Operation, inForce: RulesInForce) => readonly Injection[]>> =
  {
    transient: (operation) => (reads(operation) ? transient : transient.filter((each) => !isSpoiled(each))),
    refusals: (operation, inForce) => [...refusals(operation, inForce), notFoundPage],
    'lost-reply': (operation) => (reads(operation) ? [] : lostReplies),
    answers: answersFor,
    wrong: wrongFor,
  }

/** Whether it changes nothing, so that a response which is lost or spoiled is all that is lost. */
const reads = ({ id, method }: Operation): boolean => method === 'GET' || id.endsWith('.search')

/** Whether it is a real response that cannot be read: of an operation that took place. */
const isSpoiled = ({ effect }: Injection): boolean => 'truncate_body' in effect || 'malformed_json' in effect

const lostReplies: readonly Injection[] = [
  { ...lostReply, name: 'reset' },
  ...transient
    .filter((each) => isSpoiled(each) || 'hang' in each.effect || 'html_502' in each.effect)
    .map((each) => ({
      ...each,
      injected: `the operation happens, then ${each.injected}`,
      why: lostReply.why,
      effect: isSpoiled(each) ? each.effect : { ...each.effect, stream: 'after' as const },
    })),
]

/** The limiter answers alike whichever of its rules is named: one is enough. */
const refusals = (operation: Operation, inForce: RulesInForce): readonly Injection[] => {
  const limiter = (operation.limit?.rule ?? operation.limitedOnDemand).id
  const known = new Map(
    rulesOf(operation, inForce)
      .filter(isRefusal)
      .map((rule) => [rule.id, rule]),
  )
  return refusalsFor(operation).filter(({ name }) => {
    const rule = known.get(name)
    return rule !== undefined && (rule.error !== 'rate_limited' || name === limiter)
  })
}

/** What a proxy answers where it knows no such path. */
const notFoundPage: Injection = {
  name: '404-html',
  injected: 'a 404 page of a gateway, from then on',
  why: 'An address that is wrong is answered by whoever is there: a client that reads any body takes a page for data.',
  lasts: 'from',
  effect: {
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!DOCTYPE html><title>404 Not Found</title><h1>404 Not Found</h1>',
  },
}

/** The most telling first: one of each operation and family before the second ones. */
export function mostTellingFirst(trials: readonly Trial[]): readonly Trial[] {
  const counts = new Map<string, number>()
  return trials
    .map((trial) => {
      const group = `${trial.operation} ${trial.family}`
      const rank = counts.get(group) ?? 0
      counts.set(group, rank + 1)
      return { trial, rank }
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ trial }) => trial)
}
