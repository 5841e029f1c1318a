import { fieldOf } from '../kernel/object.ts'
import { parseJson } from '../kernel/parse-json.ts'
import { groupBy } from '../kernel/group-by.ts'
import { placeOf, type Trial } from '../testing/trial/trial.ts'
import { creationVerdict } from './creations.ts'
import { callsByOperation, callsInPlace, type Fact, isMet, onlyReads, requestKey } from './fact.ts'
import { type Hammering, hammeringIn } from './hammering.ts'
import { leftBehind } from './left-behind.ts'
import type { Judgement, Verdict } from './verdicts.ts'

/** How a run of the command ended. */
export interface Ending {
  /** Null when a signal or the time limit ended it. */
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  /** When it was ended because of a limit, in Unix milliseconds of real time. */
  readonly stoppedMs?: number
  /** The last of what it wrote. */
  readonly output: string
}

/** A run of the command, and what it asked of the simulator. */
export interface Run extends Ending {
  readonly seconds: number
  /** In order. */
  readonly calls: readonly Fact[]
  /** Whether a call met the trial: its exchange is not among the calls where the process ended before it was over. */
  readonly wasMet?: boolean
  /** Whether it wrote a key of its client, which is masked in its output. */
  readonly wroteKey?: boolean
  /** The tests that failed, where the runner named them. */
  readonly failedTests: readonly string[]
  /** The assertion that failed first, where the runner named it. */
  readonly failedAssertion?: string | undefined
}

/** All that is known of a trial when its run is over. */
export interface Evidence {
  readonly trial: Trial
  readonly run: Run
  /** What the command asks without any fault. */
  readonly usualCalls: readonly Fact[]
}

/** What the client made of the fault. */
export function judge({ trial, run, usualCalls }: Evidence): Judgement {
  const [calls, usual] = [callsInPlace(trial, run.calls), callsInPlace(trial, usualCalls)]
  const failed = run.exitCode !== 0
  const isCutOff = run.timedOut || hasCrashed(run)
  // A trial that was due, and found nothing to change, says nothing.
  if (!calls.some(isMet) && !(run.wasMet === true && isCutOff)) return { verdict: 'never-met' }
  if (hasCrashed(run)) return { verdict: 'crashed' }
  // That something is paid for comes first, whatever else the client did.
  const ofCreation = creationVerdict(trial, calls, usual, failed)
  if (ofCreation !== undefined) return ofCreation
  const left = run.timedOut ? undefined : leftBehind(trial, calls, usual, failed)
  if (left !== undefined) return { verdict: 'left-behind', why: whyLeftBehind(left), telling: left.creation }
  if (run.timedOut && isStuck(run, calls)) return { verdict: 'hung' }
  const hammering = hammeringIn(calls, usual)
  if (hammering !== undefined) return hammered(hammering)
  if (run.timedOut) return { verdict: goesOn(run, calls, usual) ? 'undecided' : 'hung' }
  if (!failed) return { verdict: verdictOnSuccess(trial, calls, usual) }
  const verdict = verdictOnFailure(trial, run, { calls, usual })
  const isShort = trial.family === 'transient' && verdict === 'noticed' && isRefusedAgain(calls)
  return { verdict, ...(isShort && { why: TOO_FEW_TRIES }) }
}

const TOO_FEW_TRIES =
  'It passes by itself, and the client sent it again, but gave up before the rate limit let it through. Wait as long as the limit asks, and try once more.'

/** Whether the request that met the fault was sent again, and the rate limit refused it to the last. */
function isRefusedAgain(calls: readonly Fact[]): boolean {
  const last = likeMet(calls, calls).at(-1)
  return last?.status === 429 && !isMet(last)
}

/** The calls that send what the call sent that met the fault. */
function likeMet(calls: readonly Fact[], among: readonly Fact[]): readonly Fact[] {
  const met = calls.find(isMet)
  return met === undefined ? [] : among.filter((call) => requestKey(call) === requestKey(met))
}

function verdictOnSuccess(trial: Trial, calls: readonly Fact[], usual: readonly Fact[]): Verdict {
  if (trial.family === 'wrong') return mayBeRight(trial) ? ofWhatFollows(calls, usual) : 'unnoticed'
  if (isAskedAgain(trial)) {
    if (asksMore(trial, calls, usual)) return 'recovered'
    return takesForRunning(trial, usual) ? 'unnoticed' : 'undecided'
  }
  if (mayGoUnread(trial)) return showsReading(calls, usual) ? 'recovered' : 'undecided'
  return worksLess(trial, calls, usual) && !workedOnNextPoll(calls, usual) ? 'unnoticed' : 'recovered'
}

const whyLeftBehind = ({ collection, id }: { readonly collection: string; readonly id: number }): string =>
  `The client created row ${id} of ${collection}, knows it, and leaves it there: it costs until somebody finds it. Without the fault it is deleted.`

const hammered = ({ isTooSoon, requests, call }: Hammering): Judgement => ({
  verdict: 'hammered',
  telling: call,
  ...(!isTooSoon && {
    why: `${requests} requests for one call: retries within retries, or pauses that do not grow. They keep a limit or an outage up.`,
  }),
})

/** How test runners say that a test took too long. */
const RUNNER_TIMEOUT =
  /Test timed out in \d+|Exceeded timeout of \d+ ?ms|Timeout of \d+ms exceeded|test timed out after|Test timeout of \d+ms|Failed: Timeout [>(]/i

function verdictOnFailure(
  { family }: Trial,
  run: Run,
  { calls, usual }: Readonly<Record<'calls' | 'usual', readonly Fact[]>>,
): Verdict {
  if (isHeld(calls.findLast(({ isCall }) => isCall)) && RUNNER_TIMEOUT.test(run.output)) return 'no-timeout'
  if ((family === 'transient' || family === 'outage') && worksAfterRetry(calls, usual)) return 'recovered-but-counted'
  return 'noticed'
}

/** Whether the trial holds a request until its client gives up. */
const isHeld = (call: Fact | undefined): boolean => call !== undefined && isMet(call) && call.fault?.effect === 'hang'

/** How much longer than those before it a request was open until the end that its client would not have closed. */
const MUCH_LONGER = 2

/** The longest time that one of these was open, in milliseconds. */
const longest = (each: readonly Fact[]): number => Math.max(0, ...each.map(({ realMs }) => realMs ?? 0))

/** Whether the last request was held until the run was ended, longer than the client ever waited before. */
function isStuck({ stoppedMs = 0 }: Run, calls: readonly Fact[]): boolean {
  if (!isHeld(calls.findLast(({ isCall }) => isCall))) return false
  const held = calls.filter(isHeld)
  const closed = longest(held.filter(({ realEndedMs }) => realEndedMs < stoppedMs))
  const open = longest(held.filter(({ realEndedMs }) => realEndedMs >= stoppedMs))
  return closed === 0 || open > MUCH_LONGER * closed
}

/** The same request so many times more than usual comes from a client that asks on and on. */
const ASKS_ON = 20

const bySender = (each: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> =>
  groupBy(each, (call) => `${placeOf(call.sandbox)} ${requestKey(call)}`)

/** Whether a run that was not over within its limit was still at work: it asked, and not the same on and on. */
function goesOn({ stoppedMs, seconds }: Run, calls: readonly Fact[], usual: readonly Fact[]): boolean {
  const last = calls.at(-1)
  if (stoppedMs === undefined || last === undefined || stoppedMs - last.realEndedMs > seconds * 500) return false
  const usually = bySender(usual)
  return [...bySender(calls)].every(([key, sent]) => sent.length - (usually.get(key)?.length ?? 0) <= ASKS_ON)
}

/** Whether the request that met the fault was sent once more than usual, and worked then. */
function worksAfterRetry(calls: readonly Fact[], usual: readonly Fact[]): boolean {
  const sent = likeMet(calls, calls)
  const last = sent.at(-1)
  return sent.length > likeMet(calls, usual).length && last?.happened === true && !isMet(last)
}

/**
 * Whether a client that polls sent the request again and got its answer, with nothing but reads before that: a client
 * that waits longer than it polls asks less often. Without the fault, the answers to a poll differ in the end.
 */
function workedOnNextPoll(calls: readonly Fact[], usual: readonly Fact[]): boolean {
  const met = calls.findIndex(isMet)
  if (met === -1) return false
  const own = calls.slice(met).filter(({ sandbox }) => sandbox === calls[met]?.sandbox)
  const next = likeMet(calls, own).find((call) => call.happened && !isMet(call))
  const answers = new Set(likeMet(calls, usual).map(({ responseBody }) => responseBody))
  return next !== undefined && own.slice(0, own.indexOf(next)).every(onlyReads) && answers.size > 1
}

/** Breaches that a client can make good by itself: it filters, sorts and counts what it gets. */
const MENDED = /\/(filter-ignored|limit-ignored|order-reversed|foreign-rows)$/
const mayBeRight = ({ id }: Trial): boolean => MENDED.test(id)

/** A client that reads such a status waits, and asks again, as for the next page. */
const isAskedAgain = ({ id }: Trial): boolean => /\/(status\.\w+|second-page)$/.test(id)

const asksMore = ({ operation }: Trial, calls: readonly Fact[], usual: readonly Fact[]): boolean => {
  const asks = (each: readonly Fact[]): number => callsByOperation(each).get(operation) ?? 0
  return asks(calls) > asks(usual)
}

/** Whether a poll met the fault that was the last one without it: the client went on as if the machine were running. */
function takesForRunning({ operation, call }: Trial, usual: readonly Fact[]): boolean {
  const asked = usual.filter((each) => each.operation === operation && each.isCall)
  const met = asked[call - 1]
  if (met === undefined) return false
  const before = asked.slice(0, call - 1).filter((each) => requestKey(each) === requestKey(met))
  const others = new Map(before.flatMap(({ responseBody }) => statusesIn(responseBody)))
  return statusesIn(met.responseBody).some(([id, status]) => {
    const earlier = others.get(id)
    return status === 'running' && earlier !== undefined && earlier !== 'running'
  })
}

/** The ids of machines in an answer, with what their status is. */
function statusesIn(body: string): readonly (readonly [number, unknown])[] {
  const list = fieldOf(parseJson(body), 'instances')
  return [list].flat().flatMap((row) => {
    const id = fieldOf(row, 'id')
    return typeof id === 'number' ? [[id, fieldOf(row, 'actual_status')] as const] : []
  })
}

/** Answers of which a passing test does not tell how the client read them. */
const UNREAD = /\/(unusual[\d.]*|(?:null|float)\.[\w.]+|other-order\.\w+)$/
const mayGoUnread = ({ id }: Pick<Trial, 'id'>): boolean => UNREAD.test(id)

/** Whether the client went on as usual, and changed something that the answer named. */
const showsReading = (calls: readonly Fact[], usual: readonly Fact[]): boolean =>
  ofWhatFollows(calls, usual) === 'recovered'

/**
 * What the requests after a wrong answer show: the same ones as usual, which take something from it, come from a client
 * that did not trust it.
 */
function ofWhatFollows(calls: readonly Fact[], usual: readonly Fact[]): Verdict {
  const met = calls.findIndex(isMet)
  const [now, then] = [calls, usual].map((each) => each.slice(met + 1).map(requestKey))
  if (now?.join('\n') !== then?.join('\n')) return 'unnoticed'
  return usual.slice(met + 1).some((call) => !onlyReads(call) && takesFrom(usual[met], call))
    ? 'recovered'
    : 'undecided'
}

/** Whether a request names something from an answer: a number, or a hash. */
function takesFrom(earlier: Fact | undefined, { path, query, requestBody }: Fact): boolean {
  const named = `${path} ${query} ${requestBody}`.match(/(?<![\w.])(?:\d{2,}|[0-9a-f]{32})(?![\w.])/g) ?? []
  const answered = new Set(earlier?.responseBody.match(/\b\w+\b/g))
  return named.some((each) => answered.has(each))
}

/** Signals that end a process which failed: abort, bus error, illegal instruction, kill (as out of memory), segmentation fault. */
const CRASH_CODES = new Set([132, 134, 135, 137, 139])

const hasCrashed = ({ exitCode, signal, output, timedOut }: Run): boolean =>
  !timedOut && (signal !== null || CRASH_CODES.has(exitCode ?? 0) || /heap out of memory|^MemoryError\b/m.test(output))

/** Whether the operation worked less often than without any fault. */
function worksLess({ family, operation }: Trial, calls: readonly Fact[], usual: readonly Fact[]): boolean {
  // Where a response is spoiled, the operation took place and the client has nothing of it; one that came late it has.
  const isSpoiled = (call: Fact): boolean => family === 'transient' && isMet(call) && call.fault?.outcome !== 'delayed'
  const counts = (call: Fact): boolean => call.happened && !isSpoiled(call)
  const times = (each: readonly Fact[]): number => callsByOperation(each.filter(counts)).get(operation) ?? 0
  return times(calls) < times(usual)
}
