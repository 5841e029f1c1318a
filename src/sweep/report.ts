import { z } from 'zod'
import { families, type Trial } from '../testing/trial/trial.ts'
import { callsByOperation } from './fact.ts'
import { groupBy } from './group-by.ts'
import { type Evidence, isGood, isToRecover, judge, type Run, verdicts, whyItMatters } from './judge.ts'
import { failedTestsIn } from './output.ts'
import { requestLines } from './requests.ts'

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

/** Judges one trial. @param wanted what the team wants of it, instead of what its family says */
export function resultOf(
  { trial, run, usualCalls }: Evidence,
  wanted: TrialResult['evidence']['expected'],
): TrialResult {
  const { id, family, operation, call, injected } = trial
  const verdict = judge({ trial, run, usualCalls })
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
      why: whyItMatters(trial, verdict),
      ...(wanted && { expected: wanted }),
    },
  }
}

/** @param baseline the run without any fault */
export const sweepReport = (
  baseline: Run,
  { command, trials, ...rest }: Omit<SweepReport, 'baseline' | 'resilience' | 'sensitivity'>,
): SweepReport => ({
  command,
  baseline: {
    exit_code: baseline.exitCode ?? 0,
    seconds: baseline.seconds,
    operations: Object.fromEntries(callsByOperation(baseline.calls)),
  },
  trials,
  ...figuresOf(trials),
  ...rest,
})

export const figuresOf = (results: readonly TrialResult[]): Pick<SweepReport, 'resilience' | 'sensitivity'> => ({
  resilience: figureOf(results.filter(({ family }) => isToRecover(family))),
  sensitivity: figureOf(results.filter(({ family }) => !isToRecover(family))),
})

function figureOf(results: readonly TrialResult[]): Figure {
  const met = results.filter(({ verdict }) => verdict !== 'never-met')
  return { good: met.filter(({ good }) => good).length, total: met.length }
}

/** In percent, rounded down: 99.6 is not yet 100. */
export const percent = ({ good, total }: Figure): number => (total === 0 ? 100 : Math.floor((100 * good) / total))

/** A trial that met no call is neither good nor bad. */
export const isBad = ({ good, verdict }: TrialResult): boolean => !good && verdict !== 'never-met'

/** The bad ones, the worst first. */
export const badOf = (results: readonly TrialResult[]): readonly TrialResult[] =>
  results.filter(isBad).toSorted((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict))

/**
 * The bad verdicts by their causes, the worst first: those of an operation under a family that are the same, for the same
 * reason, with the same tests failing.
 */
export function groupsOf(results: readonly TrialResult[]): readonly (readonly TrialResult[])[] {
  const causeOf = ({ verdict, operation, family, evidence }: TrialResult): string =>
    [verdict, operation, family, evidence.why, ...evidence.failed_tests].join('\n')
  return [...groupBy(badOf(results), causeOf).values()]
}

/** What of an id is not said by its operation and family: `first/503`. */
export const shortId = ({ id, operation, family }: Pick<Trial, 'id' | 'operation' | 'family'>): string =>
  id.slice(`${operation}/${family}/`.length)

export const figureNames = ['resilience', 'sensitivity'] as const

/** Shares in percent below which a sweep fails. */
export type Bar = Readonly<Partial<Record<(typeof figureNames)[number], number>>>

/**
 * Why a sweep fails, a line each; none where it passes.
 * @param before the report of an earlier sweep: what was bad then fails no more
 */
export function failuresOf(report: SweepReport, bar: Bar, before?: SweepReport): readonly string[] {
  const known = new Map(before?.trials.map(({ id, good }) => [id, good]))
  const worse = before === undefined ? [] : badOf(report.trials).filter(({ id }) => known.get(id) !== false)
  // A figure that is lower only because of what was bad before is no reason to fail.
  const names = before !== undefined && worse.length === 0 ? [] : figureNames
  const below = names.flatMap((name) => {
    const { [name]: min = 0 } = bar
    const share = percent(report[name])
    return report[name].total === 0 || share >= min ? [] : [`${name} is ${share} %, below ${min} %`]
  })
  return [...below, ...worse.map(({ id, verdict }) => `${id}: ${verdict}, which is worse than before`)]
}
