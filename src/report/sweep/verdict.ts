import type { Fact } from '../../testing/trial/fact.ts'
import { TRIAL_FAULT } from '../../testing/trial/trial.ts'
import type { Trial, TrialFamily } from '../../testing/trial/trial.ts'
import { hammers } from './hammering.ts'
import { callsByOperation, creates, creations } from './counts.ts'

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
export interface RunFacts extends Ending {
  readonly seconds: number
  /** In order. */
  readonly calls: readonly Fact[]
  /** The tests that failed, where the runner told. */
  readonly failedTests: readonly string[]
}

const goodVerdicts: Readonly<Record<TrialFamily, readonly Verdict[]>> = {
  transient: ['recovered'],
  refusals: ['noticed'],
  'lost-reply': ['recovered'],
  answers: ['recovered'],
  wrong: ['noticed'],
}

/**
 * Where it is not known whether something was created, to fail is as right as to find out: to try again is not. An answer
 * in place of the operation says that it did not happen: to fail is right there, too.
 */
export const isGood = (
  { family, operation, effect }: Pick<Trial, 'family' | 'operation' | 'effect'>,
  verdict: Verdict,
): boolean =>
  goodVerdicts[family].includes(verdict) ||
  (verdict === 'noticed' && family === 'lost-reply' && creates(operation)) ||
  (verdict === 'noticed' && family === 'answers' && effect.status !== undefined)

/** Families in which a good client gets over it; in the others a test has to fail. */
const isToRecover = (family: TrialFamily): boolean => goodVerdicts[family].includes('recovered')

/** @param baseline the same command without any fault */
export function verdictOf(trial: Trial, run: RunFacts, baseline: Pick<RunFacts, 'calls'>): Verdict {
  const failed = run.exitCode !== 0
  if (run.timedOut) return 'hung'
  if (hasCrashed(run)) return 'crashed'
  if (!run.calls.some(isMet)) return 'never-met'
  if (failed && !isToRecover(trial.family)) return 'noticed'
  if (hasDoneTwice(run, baseline)) return 'did-it-twice'
  if (hammers(run.calls, baseline.calls)) return 'hammered'
  if (failed) return 'noticed'
  if (trial.family === 'wrong' || !hasWorked(trial, run, baseline)) return 'unnoticed'
  return 'recovered'
}

const isMet = ({ fault }: Fact): boolean => fault === TRIAL_FAULT

/** Signals that end a process which failed: abort, bus error, illegal instruction, kill (as out of memory), segmentation fault. */
const CRASH_CODES = new Set([132, 134, 135, 137, 139])

const hasCrashed = ({ exitCode, signal, output }: RunFacts): boolean =>
  signal !== null || CRASH_CODES.has(exitCode ?? 0) || /heap out of memory|^MemoryError\b/m.test(output)

/** Whether something was created more often than without any fault. */
function hasDoneTwice(run: RunFacts, baseline: Pick<RunFacts, 'calls'>): boolean {
  const usual = creations(baseline.calls)
  return [...creations(run.calls)].some(([operation, times]) => times > (usual.get(operation) ?? 0))
}

/** Whether the operation worked as often as without any fault, in spite of what went wrong. */
function hasWorked({ family, operation }: Trial, run: RunFacts, baseline: Pick<RunFacts, 'calls'>): boolean {
  // Where a response is spoiled, the operation took place and the client has nothing of it.
  const counts = (call: Fact): boolean => call.happened && (family !== 'transient' || !isMet(call))
  const times = (calls: readonly Fact[]): number => callsByOperation(calls.filter(counts)).get(operation) ?? 0
  return times(run.calls) >= times(baseline.calls)
}
