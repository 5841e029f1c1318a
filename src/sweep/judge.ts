import type { Trial, TrialFamily } from '../testing/trial/trial.ts'
import { callsByOperation, type Fact, isMet } from './fact.ts'
import { hammers } from './hammering.ts'

/** Worst first. */
export const verdicts = [
  'did-it-twice',
  'crashed',
  'hung',
  'hammered',
  'unnoticed',
  'noticed',
  'never-met',
  'recovered',
] as const
export type Verdict = (typeof verdicts)[number]

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
  /** The tests that failed, where the runner told. */
  readonly failedTests: readonly string[]
}

/** All that is known of a trial when its run is over. */
export interface Evidence {
  readonly trial: Trial
  readonly run: Run
  /** What the command asks without any fault. */
  readonly usualCalls: readonly Fact[]
}

interface FamilyVerdicts {
  readonly right: readonly Verdict[]
  /** Why the other verdicts matter, where more can be said than the trial says. */
  readonly noticed?: string
  readonly unnoticed?: string
}

const families: Readonly<Record<TrialFamily, FamilyVerdicts>> = {
  transient: {
    right: ['recovered'],
    noticed:
      'It passes by itself, and the client gives up at the first one: users see failures that a retry would spare them.',
    unnoticed:
      'The operation never worked and nothing failed: the client reports success for what was not done, or no test looks.',
  },
  refusals: {
    right: ['noticed'],
    unnoticed: 'The service refused and nothing failed: the client takes a refusal for success, or no test looks.',
  },
  'lost-reply': {
    right: ['recovered'],
    noticed:
      'It had happened, and to send it again does no harm: a client that gives up reports a failure that was none.',
    unnoticed: 'The operation worked less often and nothing failed: no test looks at what it does.',
  },
  answers: { right: ['recovered'] },
  wrong: { right: ['noticed'] },
}

/** Why a verdict matters, whatever the family. */
const reasons: Readonly<Partial<Record<Verdict, string>>> = {
  'did-it-twice': 'The client created something again that it had created already: it pays twice.',
  crashed: 'The process ended instead of failing: whatever else it was doing is lost.',
  hung: 'The client waits for ever: nobody is told, and what waits for it waits too.',
  hammered: 'The client repeats what was refused without waiting: it keeps the limit up, and is refused for longer.',
  'never-met': 'The call did not come: this run was not like the first ones, and says nothing.',
  recovered: 'The client carried on, where the team wants something else.',
}

/** Families in which a good client gets over it; in the others a test has to fail. */
export const isToRecover = (family: TrialFamily): boolean => families[family].right.includes('recovered')

/**
 * Where it is not known whether something was created, to fail is as right as to find out: to try again is not. An answer
 * in place of the operation says that it did not happen: to fail is right there, too.
 */
export const isGood = ({ family, operation, effect }: Trial, verdict: Verdict): boolean =>
  families[family].right.includes(verdict) ||
  (verdict === 'noticed' && family === 'lost-reply' && creates(operation)) ||
  (verdict === 'noticed' && family === 'answers' && effect.status !== undefined)

/** Why a bad verdict matters, in a sentence: that of the trial where no more can be said. */
export const whyItMatters = ({ family, why }: Trial, verdict: Verdict): string => {
  const { noticed, unnoticed } = families[family]
  const ofFamily = verdict === 'noticed' ? noticed : verdict === 'unnoticed' ? unnoticed : undefined
  return reasons[verdict] ?? ofFamily ?? why ?? 'The team wants something else.'
}

/** What the client made of the fault. */
export function judge({ trial, run, usualCalls }: Evidence): Verdict {
  const failed = run.exitCode !== 0
  if (run.timedOut) return 'hung'
  if (hasCrashed(run)) return 'crashed'
  if (!run.calls.some(isMet)) return 'never-met'
  if (failed && !isToRecover(trial.family)) return 'noticed'
  if (createsMore(run.calls, usualCalls)) return 'did-it-twice'
  if (hammers(run.calls, usualCalls)) return 'hammered'
  if (failed) return 'noticed'
  if (trial.family === 'wrong' || worksLess(trial, run.calls, usualCalls)) return 'unnoticed'
  return 'recovered'
}

/** Signals that end a process which failed: abort, bus error, illegal instruction, kill (as out of memory), segmentation fault. */
const CRASH_CODES = new Set([132, 134, 135, 137, 139])

const hasCrashed = ({ exitCode, signal, output }: Run): boolean =>
  signal !== null || CRASH_CODES.has(exitCode ?? 0) || /heap out of memory|^MemoryError\b/m.test(output)

/** Whether each call of an operation makes something new. */
const creates = (operation: string): boolean => operation.endsWith('.create')

/** Whether something was created more often than without any fault. */
function createsMore(calls: readonly Fact[], usualCalls: readonly Fact[]): boolean {
  const [now, usually] = [calls, usualCalls].map((each) => callsByOperation(each.filter(({ happened }) => happened)))
  return [...(now ?? [])].some(([operation, times]) => creates(operation) && times > (usually?.get(operation) ?? 0))
}

/** Whether the operation worked less often than without any fault. */
function worksLess({ family, operation }: Trial, calls: readonly Fact[], usualCalls: readonly Fact[]): boolean {
  // Where a response is spoiled, the operation took place and the client has nothing of it.
  const counts = (call: Fact): boolean => call.happened && (family !== 'transient' || !isMet(call))
  const times = (each: readonly Fact[]): number => callsByOperation(each.filter(counts)).get(operation) ?? 0
  return times(calls) < times(usualCalls)
}
