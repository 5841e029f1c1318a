import { z } from 'zod'
import { families, type Trial } from '../testing/trial/trial.ts'
import { callsByOperation } from './fact.ts'
import { groupBy } from '../kernel/group-by.ts'
import { gapsOf } from './gaps.ts'
import { type Evidence, judge, type Run } from './judge.ts'
import { failedAssertionIn, failedTestsIn, programmingErrorIn } from './output.ts'
import { profileOf, type ProfileRow } from './profile.ts'
import { requestLines } from './requests.ts'
import { isGood, isOpen, type Verdict, verdicts, whyItMatters } from './verdicts.ts'

const evidence = z.object({
  exit_code: z.number().nullable(),
  signal: z.string().nullable(),
  seconds: z.number(),
  /** The tests that failed, where the runner named them. */
  failed_tests: z.array(z.string()),
  /** The assertion that failed first, where the runner showed one. */
  failed_assertion: z.string().optional(),
  /** What was changed in the request or the answer, in full. */
  changed: z.string().optional(),
  /** The last of what the command wrote. */
  output: z.string(),
  /** Whether the command wrote a key of its client: it is masked in the output. */
  wrote_key: z.boolean().optional(),
  /** Why a bad verdict matters, in a sentence; empty for a good one. */
  why: z.string(),
  /** What the team wants instead of what the family says, and why. */
  expected: z.object({ wanted: z.array(z.enum(verdicts)), why: z.string() }).optional(),
})

const resultSchema = z.object({
  id: z.string(),
  family: z.enum(families),
  operation: z.string(),
  /** The sandbox where it was met: each test has one. */
  sandbox: z.string().optional(),
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

/** Of so many questions, how many are good. A question is an operation in a sandbox under a family; for wrong, a trial. */
const figure = z.object({ good: z.number(), total: z.number() })
export type Figure = z.infer<typeof figure>

export const sweepSchema = z.object({
  command: z.array(z.string()),
  /** The options that make a run of it alike. */
  options: z.array(z.string()),
  baseline: z.object({
    exit_code: z.number(),
    seconds: z.number(),
    operations: z.record(z.string(), z.number()),
  }),
  trials: z.array(resultSchema),
  /** How the client behaves, in a few lines. */
  profile: z.array(z.object({ name: z.string(), text: z.string() })),
  /** transient, lost-reply, outage and answers: what the client gets over. */
  resilience: figure,
  /** refusals: what fails cleanly. */
  refusals: figure,
  /** wrong: what a test notices. */
  sensitivity: figure,
  /** What nothing shows of how the client reads answers, a phrase each. */
  gaps: z.array(z.string()).default([]),
  /** Whether the sandboxes had other names in each run, so that calls were counted over all of them. */
  names_differ: z.boolean().default(false),
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
  const { id, family, operation, sandbox, call, injected, effect } = trial
  const judgement = judge({ trial, run, usualCalls })
  const { verdict, telling } = judgement
  const steps = effect.answer ?? effect.request
  const assertion = run.exitCode === 0 ? undefined : (run.failedAssertion ?? failedAssertionIn(run.output))
  const good =
    wanted === undefined ? isGood(trial, verdict) && !stumbles(trial, run, verdict) : wanted.wanted.includes(verdict)
  return {
    id,
    family,
    operation,
    ...(sandbox !== undefined && { sandbox }),
    call,
    injected,
    verdict,
    good,
    requests: requestLines(run.calls, telling),
    evidence: {
      exit_code: run.exitCode,
      signal: run.signal,
      seconds: run.seconds,
      failed_tests: [...(run.failedTests.length > 0 ? run.failedTests : failedTestsIn(run.output))],
      ...(assertion !== undefined && { failed_assertion: assertion }),
      ...(steps !== undefined && { changed: JSON.stringify(steps) }),
      output: run.output,
      ...(run.wroteKey === true && { wrote_key: true }),
      why: good ? '' : whyItMatters(trial, judgement),
      ...(wanted && { expected: wanted }),
    },
  }
}

/** Whether a client fails where that is right, but by an error of its program: it did not see it coming. */
const stumbles = ({ family }: Trial, { output }: Run, verdict: Verdict): boolean =>
  family === 'answers' && verdict === 'noticed' && programmingErrorIn(output)

/** What a report is made of, besides the run without any fault. */
interface ReportParts extends Omit<
  SweepReport,
  'baseline' | 'resilience' | 'refusals' | 'sensitivity' | 'profile' | 'gaps' | 'names_differ'
> {
  readonly names_differ?: boolean
  readonly rows?: readonly ProfileRow[]
}

/** @param baseline the run without any fault */
export const sweepReport = (
  baseline: Run,
  { command, options, trials, names_differ, rows = [], ...rest }: ReportParts,
): SweepReport => ({
  command,
  options,
  baseline: {
    exit_code: baseline.exitCode ?? 0,
    seconds: baseline.seconds,
    operations: Object.fromEntries(callsByOperation(baseline.calls)),
  },
  profile: profileOf(rows),
  gaps: gapsOf(baseline.calls, trials),
  names_differ: names_differ ?? false,
  trials,
  ...figuresOf(trials),
  ...rest,
})

export const figuresOf = (
  results: readonly TrialResult[],
): Pick<SweepReport, 'resilience' | 'refusals' | 'sensitivity'> => ({
  resilience: figureOf(results.filter(({ family }) => family !== 'refusals' && family !== 'wrong')),
  refusals: figureOf(results.filter(({ family }) => family === 'refusals')),
  sensitivity: figureOf(results.filter(({ family }) => family === 'wrong')),
})

/** A question is good where all of its trials are: eight failures that one missing retry does not get over count once. */
function figureOf(results: readonly TrialResult[]): Figure {
  const met = results.filter(({ verdict }) => !isOpen(verdict))
  const questions = [
    ...groupBy(met, ({ id, family, operation, sandbox }) =>
      family === 'wrong' ? id : `${operation} ${family} ${sandbox}`,
    ).values(),
  ]
  return { good: questions.filter((each) => !each.some(isBad)).length, total: questions.length }
}

/** In percent, rounded down: 99.6 is not yet 100. */
export const percent = ({ good, total }: Figure): number => (total === 0 ? 100 : Math.floor((100 * good) / total))

/** A trial that met no call is neither good nor bad. */
export const isBad = ({ good, verdict }: TrialResult): boolean => !good && !isOpen(verdict)

/** The bad ones, the worst first. */
export const badOf = (results: readonly TrialResult[]): readonly TrialResult[] =>
  results.filter(isBad).toSorted((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict))

/** Bad verdicts with one cause. */
export type Group = readonly [TrialResult, ...TrialResult[]]

/** The bad verdicts by their causes over all operations, the worst first, and the most frequent of them. */
export function groupsOf(results: readonly TrialResult[]): readonly Group[] {
  const groups = [...groupBy(badOf(results), causeOf).values()].flatMap(([first, ...others]): Group[] =>
    first === undefined ? [] : [[first, ...others]],
  )
  const rank = ([first]: Group): number => verdicts.indexOf(first.verdict)
  return groups.toSorted((a, b) => rank(a) - rank(b) || b.length - a.length)
}

/** What two bad verdicts of one entry have in common. */
function causeOf({ verdict, family, id, operation, evidence: { why, expected } }: TrialResult): string {
  const isAboutAnswer = family === 'answers' || family === 'wrong'
  const cause = (about: string): string => [verdict, about, expected?.why ?? ''].join('\n')
  // A creation that happened twice and a failure that was swallowed are mended at the call of the operation.
  if (OF_CREATION.has(verdict) || (verdict === 'unnoticed' && !isAboutAnswer)) return cause(operation)
  const said = why.replaceAll(/\d+/g, '')
  if (verdict === 'left-behind' || !isAboutAnswer) return cause(said)
  // What a client makes of an answer is a cause for each kind of answer; a status is one kind, whichever it is.
  return cause(said + id.slice(id.lastIndexOf('/')).replace(/\bstatus\..*/, ''))
}

const OF_CREATION: ReadonlySet<Verdict> = new Set(['did-it-twice', 'sent-again', 'orphaned'])
