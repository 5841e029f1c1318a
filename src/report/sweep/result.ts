import { z } from 'zod'
import { families, type Trial } from '../../testing/trial/trial.ts'
import { type Expectations, wantedFor } from './expectations.ts'
import { failedTestsIn } from './failed-tests.ts'
import { requestLines } from './requests.ts'
import { isGood, type RunFacts, verdictOf, verdicts } from './verdict.ts'
import { whyOf } from './why.ts'

const evidence = z.object({
  exit_code: z.number().nullable(),
  signal: z.string().nullable(),
  seconds: z.number(),
  /** The tests that failed, where the runner told. */
  failed_tests: z.array(z.string()),
  /** The last of what the command wrote. */
  output: z.string(),
  /** Why a bad verdict matters, in a sentence. */
  why: z.string(),
  /** What the team wants instead of what the family says, and why. */
  expected: z.object({ wanted: z.array(z.enum(verdicts)), why: z.string() }).optional(),
})

const resultSchema = z.object({
  id: z.string(),
  family: z.enum(families),
  operation: z.string(),
  call: z.number(),
  injected: z.string(),
  verdict: z.enum(verdicts),
  good: z.boolean(),
  /** What the client sent, in order, from the call before the one that met the fault. */
  requests: z.array(z.string()),
  evidence,
})
/** A trial with its verdict, as the JSON report has it. */
export type TrialResult = z.infer<typeof resultSchema>

/** The share of good verdicts. Trials that met no call count in neither number. */
const figure = z.object({ good: z.number(), total: z.number() })
export type Figure = z.infer<typeof figure>

export const sweepSchema = z.object({
  command: z.array(z.string()),
  baseline: z.object({
    exit_code: z.number(),
    seconds: z.number(),
    operations: z.record(z.string(), z.number()),
  }),
  trials: z.array(resultSchema),
  /** Good verdicts among transient, lost-reply and answers. */
  resilience: figure,
  /** Good verdicts among refusals and wrong. */
  sensitivity: figure,
  /** The ids of trials that were planned and not run. */
  left_out: z.array(z.string()),
  /** Trials that were not run because another one is alike. */
  alike: z.number(),
  /** Keys of what the team wants that are about no trial, whatever was run, with the nearest one that is. */
  unmatched_expectations: z.array(z.object({ key: z.string(), nearest: z.string().nullable() })),
})
/** What a sweep found, as `--format json` prints it. */
export type SweepReport = z.infer<typeof sweepSchema>

/** Judges one trial. */
export function resultOf(
  trial: Trial,
  run: RunFacts,
  baseline: Pick<RunFacts, 'calls'>,
  expectations: Expectations,
): TrialResult {
  const { id, family, operation, call, injected } = trial
  const verdict = verdictOf(trial, run, baseline)
  const wanted = wantedFor(expectations, trial)
  return {
    id,
    family,
    operation,
    call,
    injected,
    verdict,
    good: wanted === undefined ? isGood(trial, verdict) : wanted.wanted.includes(verdict),
    requests: requestLines(run.calls),
    evidence: {
      exit_code: run.exitCode,
      signal: run.signal,
      seconds: run.seconds,
      failed_tests: [...(run.failedTests.length > 0 ? run.failedTests : failedTestsIn(run.output))],
      output: run.output,
      why: whyOf(trial, verdict),
      ...(wanted && { expected: { wanted: [...wanted.wanted], why: wanted.why } }),
    },
  }
}

export interface SweepParts {
  readonly command: readonly string[]
  readonly baseline: RunFacts
  readonly operations: ReadonlyMap<string, number>
  readonly results: readonly TrialResult[]
  readonly leftOut: readonly Trial[]
  readonly alike: number
  readonly unmatched: SweepReport['unmatched_expectations']
}

export function sweepReport(parts: SweepParts): SweepReport {
  const { command, baseline, operations, results, leftOut, alike, unmatched } = parts
  return {
    command: [...command],
    baseline: {
      exit_code: baseline.exitCode ?? 0,
      seconds: baseline.seconds,
      operations: Object.fromEntries(operations),
    },
    trials: [...results],
    ...sharesOf(results),
    left_out: leftOut.map(({ id }) => id),
    alike,
    unmatched_expectations: [...unmatched],
  }
}

export const sharesOf = (results: readonly TrialResult[]): Pick<SweepReport, 'resilience' | 'sensitivity'> => ({
  resilience: figureOf(results.filter((each) => isOfResilience(each))),
  sensitivity: figureOf(results.filter((each) => !isOfResilience(each))),
})

const isOfResilience = ({ family }: Pick<Trial, 'family'>): boolean => family !== 'refusals' && family !== 'wrong'

function figureOf(results: readonly TrialResult[]): Figure {
  const met = results.filter(({ verdict }) => verdict !== 'never-met')
  return { good: met.filter(({ good }) => good).length, total: met.length }
}

/** In percent, rounded down: 99.6 is not yet 100. */
export const percent = ({ good, total }: Figure): number => (total === 0 ? 100 : Math.floor((100 * good) / total))

/** Whether no trial met a call, so that there is nothing to judge. */
export const isEmpty = ({ resilience, sensitivity }: SweepReport): boolean => resilience.total + sensitivity.total === 0

/** A trial that met no call is neither good nor bad. */
export const isBad = ({ good, verdict }: TrialResult): boolean => !good && verdict !== 'never-met'

/** The bad ones, the worst first. */
export const badOf = ({ trials }: { readonly trials: readonly TrialResult[] }): readonly TrialResult[] =>
  trials.filter(isBad).toSorted((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict))
