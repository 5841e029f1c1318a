import { stringify } from 'yaml'
import type { FaultOutcome } from '../../../../testing/journal/exchange.ts'
import { kinds } from '../../../../testing/faults/kinds.ts'
import { presentFault } from '../../../../testing/faults/present.ts'
import type { Effect, Fault } from '../../../../testing/faults/schema.ts'
import type { ShownExchange } from '../../../../testing/journal/present-exchange.ts'
import { redactBody } from '../../../../testing/journal/redact.ts'
import { withoutParams } from '../../../../testing/scenarios/params.ts'

/** What the journal keeps of an exchange, with the text that was answered. */
interface Recorded extends ShownExchange {
  readonly answerText: string
}

interface ScenarioCopy {
  readonly text: string
  /** Where it is not exact, in sentences. */
  readonly limits: readonly string[]
}

/**
 * A scenario that gives the same answer to the same kind of request, from the first one on: as the fault did that
 * gave it, where it is still there, else with what the journal keeps.
 * @param faults those that are there now: one of the same name may do something else than it did
 */
export function asScenario(exchange: Recorded, faults: readonly Fault[]): ScenarioCopy {
  const { id, request, answer, hint } = exchange
  const what = `${request.method} ${request.path}`
  const outcome = answer.status === 0 ? 'lost' : String(answer.status)
  const there = stillThere(exchange, faults)
  const document = {
    name: `exchange-${id}`,
    description: `${what} is answered as in exchange ${id}: ${outcome}.${hint === null ? '' : ` ${hint}`}`,
    faults: there.length > 0 ? there.map(rewritten) : replayed(exchange),
  }
  return { text: stringify(withoutParams(document)), limits: limitsOf(exchange, there) }
}

/** The faults that met the exchange, when all of them can have done what it shows; else none. */
function stillThere(exchange: Recorded, faults: readonly Fault[]): readonly Fault[] {
  const { fault } = exchange
  if (fault === null) return []
  // Those that only delay are named together.
  const names = fault.name.split(', ')
  const found = faults.filter(
    ({ name, effect }) => names.includes(name) && effect !== undefined && canHaveGiven(effect, fault, exchange),
  )
  const latencyMs = found.reduce((sum, { effect }) => sum + (effect?.latencyMs ?? 0), 0)
  return found.length === names.length && (fault.effect !== 'delay' || fault.value === latencyMs) ? found : []
}

function canHaveGiven(effect: Effect, fault: FaultOutcome, exchange: Recorded): boolean {
  const { replacement, latencyMs, jitterMs, hangs, stream } = effect
  const delays = latencyMs > 0 || jitterMs > 0
  const isLost = exchange.answer.status === 0
  const mayHaveHappened = stream === 'after' || !fault.happened
  if (fault.effect === 'hang') return (hangs || delays) && mayHaveHappened
  if (fault.effect === 'delay') return delays && (isLost ? mayHaveHappened : replacement === undefined)
  if (replacement?.key !== fault.effect || JSON.stringify(replacement.value) !== JSON.stringify(fault.value))
    return false
  if (fault.effect === 'dribble') return true
  if (isLost) return mayHaveHappened
  return (
    (stream === 'after') === (fault.outcome === 'lost') && (fault.effect !== 'status' || answersSo(effect, exchange))
  )
}

const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json'

/** Whether a status with a body and headers of its own is answered so. */
function answersSo({ body, headers }: Effect, { answer, answerText }: Recorded): boolean {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  const given = { 'content-type': typeof body === 'string' && text !== '' ? TEXT : JSON_TYPE, ...lowerCase(headers) }
  return redactBody(text) === answerText && JSON.stringify(ownOf(given)) === JSON.stringify(ownOf(answer.headers))
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** What the server says in every answer, whatever a fault would say, and what a fault may not say. */
const SERVERS_OWN =
  /^(access-control-(allow-origin|expose-headers)|date|content-length|transfer-encoding|connection|x-sim-.*)$/

/** Headers by name that an answer has of itself. */
const ownOf = (headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(headers)
    .filter(([name]) => !SERVERS_OWN.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/** What it waited for stays behind; a key cannot be written, because nobody has kept it. */
function rewritten(fault: Fault): object {
  const { name, match, when, effect, must_fire } = presentFault(fault, 0, 0)
  const { api_key: _key, ...criteria } = match
  return { name, match: criteria, when: { times: when.times }, effect, ...(must_fire && { must_fire }) }
}

/** Faults meet operations; what is none is answered alike without one. */
function replayed(exchange: Recorded): readonly object[] {
  const { id, operation, request, fault } = exchange
  if (operation === null) return []
  const isOfOneRow = /\/\d{1,15}\/$/.test(request.path)
  const name = fault === null || fault.name.includes(', ') ? `exchange-${id}` : fault.name
  return [{ name, match: { operation, ...(isOfOneRow && { path: request.path }) }, effect: effectOf(exchange) }]
}

/** Whether its answer is copied from the journal, which has it as it was. */
const isCopied = (effect: string): boolean =>
  effect === 'delay' || kinds.some((kind) => kind.key === effect && kind.copiedAsAnswered === true)

/** Whether it works on the real answer, so that the operation happens in any case. */
const spoils = (effect: string): boolean => kinds.some((kind) => kind.key === effect && kind.spoils)

/** A day: a fault delays no longer. */
const MAX_MS = 86_400_000

/** What happened, as an effect. */
function effectOf(exchange: Recorded): object {
  const { fault, duration_ms: durationMs } = exchange
  if (fault === null) return answerOf(exchange)
  const { effect, value, happened } = fault
  const after = happened && { stream: 'after' }
  if (isGivenUp(exchange)) return { latency_ms: delayOf(value, durationMs), ...after }
  const copied = isCopied(effect)
  const wasHeld = durationMs > 0 && effect !== 'hang' && effect !== 'dribble'
  return {
    ...(copied ? answerOf(exchange) : { [effect]: value }),
    ...(wasHeld && { latency_ms: Math.min(durationMs, MAX_MS) }),
    ...((copied || !spoils(effect)) && after),
  }
}

/** Whether the client did not wait for the end of a delay. */
const isGivenUp = ({ fault, answer }: Recorded): boolean => fault?.effect === 'delay' && answer.status === 0

/** No shorter than the client waited: what chance added to it is not kept. */
const delayOf = (value: unknown, durationMs: number): number =>
  Math.min(Math.max(typeof value === 'number' ? value : 0, durationMs, 1), MAX_MS)

/** A body is written as JSON where that is the same text. */
function answerOf({ answer: { status, body, headers }, answerText }: Recorded): object {
  const isJson = typeof body !== 'string' && JSON.stringify(body) === answerText
  const usual = isJson || answerText === '' ? JSON_TYPE : TEXT
  const own = ownOf(headers).filter(([name, value]) => name !== 'content-type' || value !== usual)
  return {
    status,
    ...(answerText !== '' && { body: isJson ? body : answerText }),
    ...(own.length > 0 && { headers: Object.fromEntries(own) }),
  }
}

function limitsOf(exchange: Recorded, there: readonly Fault[]): readonly string[] {
  const { operation, fault } = exchange
  if (operation === null) return ['It needs no fault: what is no operation is answered so anyway.']
  if (fault === null) return []
  const isThere = there.length > 0
  const worksOnTheReal = isThere
    ? spoils(fault.effect) || fault.effect === 'delay'
    : isGivenUp(exchange) || (spoils(fault.effect) && !isCopied(fault.effect))
  const limits: readonly (readonly [boolean, string])[] = [
    [
      !isThere,
      'The fault is gone, or does something else by now, and the journal does not keep what it met: this one meets every request like this.',
    ],
    [
      there.some(({ match }) => match.api_key !== undefined),
      'The key that the fault meets is not kept: this one meets every key.',
    ],
    [
      there.some(({ when: { times: _times, ...others } }) => Object.keys(others).length > 0),
      'It does so from the first request on, whatever the fault waits for.',
    ],
    [worksOnTheReal, "It works on what the scenario's own data answers, which may not be what was answered here."],
    [fault.effect === 'garbage', 'The bytes differ: they depend on the seed and on the number of the exchange.'],
  ]
  return limits.filter(([holds]) => holds).map(([, limit]) => limit)
}
