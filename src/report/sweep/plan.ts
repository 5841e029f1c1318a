import { isRefusal, type RefusalRule } from '../../kernel/rule.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { operationsUnder, rulesOf } from '../../marketplace/routes.ts'
import { sandboxFull } from '../../marketplace/operation/rules.ts'
import type { EffectDocument } from '../../testing/faults/schema.ts'
import type { Fact } from '../../testing/trial/fact.ts'
import { families, type TrialFamily, type Trial } from '../../testing/trial/trial.ts'
import { histories } from './alike.ts'

/** Something that may go wrong, with the name that stands in the id of its trials. */
export interface NamedEffect {
  readonly name: string
  /** In words; the name where it says enough. */
  readonly text?: string
  readonly effect: EffectDocument
}

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
        effectsOf(family, operation, inForce).flatMap((named) =>
          positions(own.length, everyCall, lastsIn(family)).map((position) => ({
            trial: trialOf(operation, family, named, position),
            likeness: JSON.stringify([operation.id, own[position.call - 1], lastsIn(family), named.effect]),
          })),
        ),
      )
  })
  const first = new Map<string, Trial>()
  for (const { likeness, trial } of all) if (!first.has(likeness)) first.set(likeness, trial)
  return { trials: [...first.values()], alike: all.length - first.size }
}

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

const lastsIn = (family: TrialFamily): Trial['lasts'] =>
  ['transient', 'lost-reply'].includes(family) ? 'once' : 'from'

function trialOf(
  { id }: Operation,
  family: TrialFamily,
  { name, text = name, effect }: NamedEffect,
  at: Position,
): Trial {
  const lasts = lastsIn(family)
  return {
    id: [id, family, at.name, name].join('/'),
    family,
    operation: id,
    call: at.call,
    lasts,
    injected: `${text}, ${lasts === 'once' ? 'once' : 'from then on'}`,
    effect,
  }
}

function effectsOf(family: TrialFamily, operation: Operation, inForce: RulesInForce): readonly NamedEffect[] {
  if (family === 'transient') return reads(operation) ? [...refusedBefore, ...spoiled] : refusedBefore
  if (family === 'lost-reply') return reads(operation) ? [] : [...lostAfter, ...spoiled]
  if (family === 'refusals') return refusals(operation, inForce)
  return []
}

/** Whether it changes nothing, so that a response which is lost or spoiled is all that is lost. */
const reads = ({ id, method }: Operation): boolean => method === 'GET' || id.endsWith('.search')

const unavailable = { error: 'unavailable', msg: 'the service is not available' }

/** The operation does not take place. */
const refusedBefore: readonly NamedEffect[] = [
  { name: '429', effect: { rate_limited: true } },
  { name: '502-html', text: 'a 502 page of a gateway', effect: { html_502: true } },
  { name: '503', effect: { status: 503, body: unavailable } },
  { name: 'reset', text: 'the connection is reset', effect: { reset: true } },
  { name: 'empty', text: 'the connection ends without a response', effect: { empty_response: true } },
  { name: 'hang', text: 'no response until the client gives up', effect: { hang: true } },
]

/** The operation takes place, and the response cannot be read. */
const spoiled: readonly NamedEffect[] = [
  { name: 'truncated', text: 'half of the response', effect: { truncate_body: 0.5 } },
  { name: 'malformed', text: 'a response that is no JSON', effect: { malformed_json: true } },
]

/** The operation takes place, and the response is lost. */
const lostAfter: readonly NamedEffect[] = [
  { name: 'reset', text: 'it happens, then the connection is reset', effect: { reset: true, stream: 'after' } },
  {
    name: 'hang',
    text: 'it happens, and no response comes until the client gives up',
    effect: { hang: true, stream: 'after' },
  },
  { name: '502-html', text: 'it happens, and a gateway answers 502', effect: { html_502: true, stream: 'after' } },
]

/** What a proxy answers where it knows no such path. */
const notFoundPage: NamedEffect = {
  name: '404-html',
  text: 'a 404 page of a gateway',
  effect: {
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!DOCTYPE html><title>404 Not Found</title><h1>404 Not Found</h1>',
  },
}

/** The contract shows no status for most refusals, only this body. */
const successFalse: NamedEffect = {
  name: 'success-false',
  text: '200 with success: false',
  effect: { status: 200, body: { success: false, error: 'unavailable', msg: 'the service says no' } },
}

function refusals(operation: Operation, inForce: RulesInForce): readonly NamedEffect[] {
  // The limiter answers alike whichever of its rules is named; the last refusal is the simulator's own.
  const rules = rulesOf(operation, inForce)
    .filter(isRefusal)
    .filter((rule) => rule !== sandboxFull && (rule.error !== 'rate_limited' || rule === limiterOf(operation)))
  const named = rules.map((rule) => ({ name: rule.id, text: refusalText(rule, inForce), effect: { refuse: rule.id } }))
  return operation.envelope === 'flagged' ? [...named, notFoundPage, successFalse] : [...named, notFoundPage]
}

const limiterOf = ({ limit, limitedOnDemand }: Operation): RefusalRule => limit?.rule ?? limitedOnDemand

function refusalText(rule: RefusalRule, inForce: RulesInForce): string {
  const { status = rule.status, error = rule.error } = inForce.of(rule)
  return `${status} ${error} (${rule.id})`
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
