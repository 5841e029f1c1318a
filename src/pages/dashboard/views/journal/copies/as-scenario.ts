import { stringify } from 'yaml'
import { editorLine } from '../../../../../testing/editor-line.ts'
import type { FaultOutcome } from '../../../../../testing/journal/exchange.ts'
import { kinds } from '../../../../../testing/faults/kinds.ts'
import { statusReply } from '../../../../../testing/faults/kinds/status.ts'
import { presentFault, type ShownStub, shownValue } from '../../../../../testing/faults/present.ts'
import type { Effect, Fault } from '../../../../../testing/faults/schema.ts'
import type { ShownExchange } from '../../../../../testing/journal/present-exchange.ts'
import { redactBody } from '../../../../../testing/journal/redact.ts'
import { withoutParams } from '../../../../../testing/scenarios/params.ts'

/** An exchange as the journal shows it, with the body of the response as text. */
interface RecordedExchange extends ShownExchange {
  readonly responseText: string
}

interface ScenarioCopy {
  readonly text: string
  /** Where it is not exact, in sentences. */
  readonly limits: readonly string[]
}

/**
 * A scenario that gives the same response to the same kind of request, from the first one on. It copies the faults that
 * met the exchange where they are still active, else it builds a fault from what the journal keeps.
 * @param faults those that are active now: one of the same name may have been replaced by another
 * @param stub the one of that name that is active now, if a stub took the request
 */
export function asScenario(exchange: RecordedExchange, faults: readonly Fault[], stub?: ShownStub): ScenarioCopy {
  const { id, request, response, hint } = exchange
  const what = `${request.method} ${request.path}`
  const outcome = response.status === 0 ? 'lost' : String(response.status)
  const active = faultsStillActive(exchange, faults)
  const document = {
    name: `exchange-${id}`,
    description: `${what} is answered as in exchange ${id}: ${outcome}.${hint === null ? '' : ` ${hint}`}`,
    faults: active.length > 0 ? active.map(faultDocument) : faultsFromJournal(exchange),
    ...(stub && { stubs: [{ name: stub.name, match: stub.match, answer: stub.answer }] }),
  }
  // As JSON: YAML has a tag for dates, which scenarios do not take.
  const plain: unknown = JSON.parse(JSON.stringify(withoutParams(document)))
  return { text: `${editorLine('scenario')}${stringify(plain)}`, limits: limitsOf(exchange, active) }
}

/** The faults that met the exchange, if all of them are still active and explain what it shows; else none. */
function faultsStillActive(exchange: RecordedExchange, faults: readonly Fault[]): readonly Fault[] {
  const { fault } = exchange
  if (fault === null) return []
  // Faults that only delay are recorded under one name, joined by commas.
  const names = fault.name.split(', ')
  const found = faults.filter(
    ({ name, effect }) => names.includes(name) && effect !== undefined && explains(effect, fault, exchange),
  )
  const latencyMs = found.reduce((sum, { effect }) => sum + (effect?.latencyMs ?? 0), 0)
  return found.length === names.length && (fault.effect !== 'delay' || fault.value === latencyMs) ? found : []
}

/** Whether an effect can have led to what the exchange shows. */
function explains(effect: Effect, fault: FaultOutcome, exchange: RecordedExchange): boolean {
  const { replacement, latencyMs, jitterMs, hangs, stream } = effect
  const delays = latencyMs > 0 || jitterMs > 0
  const isLost = exchange.response.status === 0
  const mayHaveHappened = stream === 'after' || !fault.happened
  if (fault.effect === 'hang') return (hangs || delays) && mayHaveHappened
  if (fault.effect === 'delay') return delays && (isLost ? mayHaveHappened : replacement === undefined)
  if (
    replacement?.key !== fault.effect ||
    JSON.stringify(shownValue(replacement.value)) !== JSON.stringify(fault.value)
  )
    return false
  if (fault.effect === 'dribble') return true
  if (isLost) return mayHaveHappened
  return (
    (stream === 'after') === (fault.outcome === 'lost') && (fault.effect !== 'status' || respondsSo(effect, exchange))
  )
}

const TEXT_TYPE = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json'

/** Whether a `status` with the effect's body and headers is answered like the exchange. */
function respondsSo(effect: Effect, { response, responseText }: RecordedExchange): boolean {
  const { headers, body } = statusReply(response.status, effect)
  return (
    redactBody(body) === responseText &&
    JSON.stringify(ownHeaders(headers)) === JSON.stringify(ownHeaders(response.headers))
  )
}

/** Headers that the server sets in every response; a fault cannot change them. */
const SET_BY_SERVER =
  /^(access-control-(allow-origin|expose-headers)|date|content-length|transfer-encoding|connection|x-sim-.*)$/

/** The other headers of a response, sorted by name. */
const ownHeaders = (headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(headers)
    .filter(([name]) => !SET_BY_SERVER.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/** A fault as a scenario writes it, without its conditions but `times`, and without the key, of which only a digest is kept. */
function faultDocument(fault: Fault): object {
  const { name, match, when, effect, must_fire } = presentFault(fault, 0, 0)
  const { api_key: _key, ...criteria } = match
  const { times } = when
  return {
    name,
    match: criteria,
    ...(times !== undefined && { when: { times } }),
    effect,
    ...(must_fire && { must_fire }),
  }
}

/** A fault that repeats the response; none for a request that is not an operation, because faults meet operations only. */
function faultsFromJournal(exchange: RecordedExchange): readonly object[] {
  const { id, operation, request, fault } = exchange
  if (operation === null) return []
  const isOfOneRow = /\/\d{1,15}\/$/.test(request.path)
  const name = fault === null || fault.name.includes(', ') ? `exchange-${id}` : fault.name
  return [{ name, match: { operation, ...(isOfOneRow && { path: request.path }) }, effect: effectOf(exchange) }]
}

/** Whether the scenario repeats the response in the journal instead of the effect. */
const isCopied = (effect: string): boolean =>
  effect === 'delay' || kinds.some((kind) => kind.key === effect && kind.copiedAsRecorded === true)

/** Whether the effect changes the real response, so that the operation always takes place. */
const spoils = (effect: string): boolean => kinds.some((kind) => kind.key === effect && kind.corrupts)

/** The longest delay of a fault: a day. */
const MAX_MS = 86_400_000

/** What happened in the exchange, as an effect. */
function effectOf(exchange: RecordedExchange): object {
  const { fault, duration_ms: durationMs } = exchange
  if (fault === null) return responseOf(exchange)
  const { effect, value, happened } = fault
  const after = happened && { stream: 'after' }
  if (isGivenUp(exchange)) return { latency_ms: delayOf(value, durationMs), ...after }
  const copied = isCopied(effect)
  const wasHeld = durationMs > 0 && effect !== 'hang' && effect !== 'dribble'
  return {
    ...(copied ? responseOf(exchange) : { [effect]: value }),
    ...(wasHeld && { latency_ms: Math.min(durationMs, MAX_MS) }),
    ...((copied || !spoils(effect)) && after),
  }
}

/** Whether the client did not wait for the end of a delay. */
const isGivenUp = ({ fault, response }: RecordedExchange): boolean => fault?.effect === 'delay' && response.status === 0

/** The delay of the fault, or the time that the client waited if that was longer, because of jitter. */
const delayOf = (value: unknown, durationMs: number): number =>
  Math.min(Math.max(typeof value === 'number' ? value : 0, durationMs, 1), MAX_MS)

/** The recorded answer as a `status` effect. Its body is written as JSON where that gives the same text. */
function responseOf({ response: { status, body, headers }, responseText }: RecordedExchange): object {
  const isJson = typeof body !== 'string' && JSON.stringify(body) === responseText
  const usual = isJson ? JSON_TYPE : TEXT_TYPE
  const own = ownHeaders(headers).filter(([name, value]) => name !== 'content-type' || value !== usual)
  return {
    status,
    ...(responseText !== '' && { body: isJson ? body : responseText }),
    ...(own.length > 0 && { headers: Object.fromEntries(own) }),
  }
}

function limitsOf(exchange: RecordedExchange, active: readonly Fault[]): readonly string[] {
  const { operation, fault } = exchange
  if (exchange.stub !== undefined)
    return ['It has the stub and its faults as they are now, where they are still there, and none of their secrets.']
  if (operation === null) return ['It needs no fault: what is not an operation is answered so anyway.']
  if (fault === null) return []
  const isActive = active.length > 0
  const worksOnTheReal = isActive
    ? spoils(fault.effect) || fault.effect === 'delay'
    : isGivenUp(exchange) || (spoils(fault.effect) && !isCopied(fault.effect))
  const limits: readonly (readonly [boolean, string])[] = [
    [
      !isActive,
      'The fault is gone, or does something else by now, and the journal does not keep what it met: this one meets every request like this.',
    ],
    [
      active.some(({ match }) => match.api_key !== undefined),
      'The key that the fault meets is not kept: this one meets every key.',
    ],
    [
      active.some(({ when: { times: _times, ...others } }) => Object.keys(others).length > 0),
      'It does so from the first request on, whatever the fault waits for.',
    ],
    [worksOnTheReal, "It works on what the scenario's own data answers, which may not be what was answered here."],
    [fault.effect === 'garbage', 'The bytes differ: they depend on the seed and on the number of the exchange.'],
  ]
  return limits.filter(([applies]) => applies).map(([, limit]) => limit)
}
