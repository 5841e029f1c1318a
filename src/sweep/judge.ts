import type { Trial } from '../testing/trial/trial.ts'
import { creationVerdict } from './creations.ts'
import { callsByOperation, callsInPlace, type Fact, isMet, onlyReads, requestKey } from './fact.ts'
import { hammers } from './hammering.ts'
import type { Verdict } from './verdicts.ts'

/** How a run of the command ended. */
export interface Ending {
  /** Null when a signal or the time limit ended it. */
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
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
  /** The tests that failed, where the runner told. */
  readonly failedTests: readonly string[]
  /** The assertion that failed first, where the runner told. */
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
export function judge({ trial, run, usualCalls }: Evidence): Verdict {
  const [calls, usual] = [callsInPlace(trial, run.calls), callsInPlace(trial, usualCalls)]
  const failed = run.exitCode !== 0
  const isCutOff = run.timedOut || hasCrashed(run)
  // A trial that was due, and found nothing to change, says nothing.
  if (!calls.some(isMet) && !(run.wasMet === true && isCutOff)) return 'never-met'
  if (hasCrashed(run)) return 'crashed'
  // That something is paid for twice comes first, whatever else the client did.
  const ofCreation = creationVerdict(trial, calls, usual, failed)
  if (ofCreation !== undefined) return ofCreation
  const isLeftOpen = isHeld(calls.findLast(({ isCall }) => isCall))
  if (run.timedOut && isLeftOpen) return 'hung'
  if (hammers(calls, usual)) return 'hammered'
  if (run.timedOut) return 'hung'
  if (failed) return verdictOnFailure(trial, run, { calls, usual, isLeftOpen })
  if (trial.family === 'wrong') return mayBeRight(trial) ? ofWhatFollows(calls, usual) : 'unnoticed'
  if (isAskedAgain(trial)) return asksMore(trial, calls, usual) ? 'recovered' : 'undecided'
  return worksLess(trial, calls, usual) ? 'unnoticed' : 'recovered'
}

interface Around {
  readonly calls: readonly Fact[]
  readonly usual: readonly Fact[]
  readonly isLeftOpen: boolean
}

/** How test runners say that a test took too long. */
const RUNNER_TIMEOUT =
  /Test timed out in \d+|Exceeded timeout of \d+ ?ms|Timeout of \d+ms exceeded|test timed out after|Test timeout of \d+ms|Failed: Timeout [>(]/i

function verdictOnFailure({ family }: Trial, run: Run, { calls, usual, isLeftOpen }: Around): Verdict {
  if (isLeftOpen && RUNNER_TIMEOUT.test(run.output)) return 'no-timeout'
  if ((family === 'transient' || family === 'outage') && worksAfterRetry(calls, usual)) return 'recovered-but-counted'
  return 'noticed'
}

/** Whether the trial holds a request until its client gives up. */
const isHeld = (call: Fact | undefined): boolean => call !== undefined && isMet(call) && call.fault?.effect === 'hang'

/** Whether the request that met the fault was sent once more than usual, and worked then. */
function worksAfterRetry(calls: readonly Fact[], usual: readonly Fact[]): boolean {
  const met = calls.find(isMet)
  if (met === undefined) return false
  const same = (each: readonly Fact[]): readonly Fact[] => each.filter((call) => requestKey(call) === requestKey(met))
  const sent = same(calls)
  const last = sent.at(-1)
  return sent.length > same(usual).length && last?.happened === true && !isMet(last)
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

/** Whether a request names something that an answer told its client: a number, or a hash. */
function takesFrom(told: Fact | undefined, { path, query, requestBody }: Fact): boolean {
  const named = `${path} ${query} ${requestBody}`.match(/(?<![\w.])(?:\d{2,}|[0-9a-f]{32})(?![\w.])/g) ?? []
  const answered = new Set(told?.responseBody.match(/\b\w+\b/g))
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
