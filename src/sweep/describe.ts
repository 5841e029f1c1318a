import { groupBy } from '../kernel/group-by.ts'
import { quoteForShell } from '../kernel/quote-for-shell.ts'
import { families } from '../testing/trial/trial.ts'
import { sandboxNamed } from './fact.ts'
import { type Figure, type Group, groupsOf, percent, type SweepReport, type TrialResult } from './report.ts'
import { isOpen, isSevere, type Verdict } from './verdicts.ts'

/** What stands for the command where a function is swept. */
export const FUNCTION_SWEEP = 'sweep()'

/** A command, and its options that make a run of one trial alike. */
type Swept = Pick<SweepReport, 'command' | 'options'>

/** The command line that runs one trial again; for a function, the call. */
export const repeatLine = (id: string, { command, options }: { readonly [Key in keyof Swept]: readonly string[] }) =>
  command[0] === FUNCTION_SWEEP
    ? `sweep(flow, { trial: ${JSON.stringify(id)} })`
    : ['npx', '--no-install', 'rental-sim', 'sweep', ...options, '--trial', id, '--', ...command]
        .map(quoteForShell)
        .join(' ')

/** What every form of a report says of one trial. */
export function describeTrial({ verdict, good, injected, call, operation, sandbox, evidence }: TrialResult) {
  const { exit_code: code, signal, seconds, why, expected, failed_tests: failedTests, output } = evidence
  const place = sandboxNamed(sandbox)
  const ended = code === null ? `by ${signal ?? 'the time limit'}` : `with exit code ${code}`
  return {
    verdict,
    grade: gradeOf(verdict, good),
    why,
    injected: `${injected}, at call ${call} of ${operation}${place === undefined ? '' : ` in ${place}`}`,
    changed: evidence.changed,
    wanted: expected && `${expected.wanted.join(' or ')}, ${expected.why}`,
    ended: `${ended} after ${seconds.toFixed(1)} s`,
    passed: code === 0,
    failedTests,
    assertion: evidence.failed_assertion,
    output,
  }
}

const gradeOf = (verdict: Verdict, good: boolean): 'good' | 'bad' | 'worst' | 'open' =>
  good ? 'good' : isOpen(verdict) ? 'open' : isSevere(verdict) ? 'worst' : 'bad'

/** Bad verdicts with one cause: the first of them in full, and the others by their ids. */
function describeEntry([first, ...others]: Group, report: SweepReport) {
  const { id, operation, family, requests } = first
  const group = `${operation}/${family}/`
  return {
    ...describeTrial(first),
    id,
    requests,
    // What of an id is not said by the operation and the family of the first.
    others: others.map((each) => (each.id.startsWith(group) ? each.id.slice(group.length) : each.id)),
    operations: [...new Set([first, ...others].map((each) => each.operation))],
    repeat: repeatLine(id, report),
    trials: [first, ...others],
  }
}
export type Entry = ReturnType<typeof describeEntry>

/**
 * What a report says, in the words of every form.
 * @param worse with an earlier sweep: the verdicts that became worse, which is all that the entries are about
 */
export const describeSweep = (report: SweepReport, worse?: readonly TrialResult[]) => ({
  isCompared: worse !== undefined,
  figures: [
    describeFigure('Resilience', report.resilience, 'what passes, lasts or is unusual is handled'),
    describeFigure('Refusals', report.refusals, 'what the service refuses fails cleanly'),
    describeFigure('Sensitivity', report.sensitivity, 'wrong answers are noticed by a test'),
  ],
  profile: report.profile,
  matrix: matrixOf(report),
  remarks: remarksOn(report),
  leftOut: remarkOf(report.left_out, LEFT_OUT),
  entries: groupsOf(worse ?? report.trials).map((group) => describeEntry(group, report)),
})
export type DescribedSweep = ReturnType<typeof describeSweep>

const describeFigure = (name: string, figure: Figure, meaning: string) => ({
  name,
  share: figure.total === 0 ? 'not measured' : `${percent(figure)} % (${figure.good} of ${figure.total})`,
  meaning,
})

/** A line for each operation, a column for each family: how many verdicts are good, of how many trials. */
function matrixOf({ baseline, trials }: SweepReport): readonly (readonly string[])[] {
  const used = families.filter((family) => trials.some((each) => each.family === family))
  const judged = groupBy(
    trials.filter(({ verdict }) => !isOpen(verdict)),
    ({ operation, family }) => `${operation} ${family}`,
  )
  const rows = Object.entries(baseline.operations).map(([operation, calls]) => [
    operation,
    String(calls),
    ...used.map((family) => {
      const own = judged.get(`${operation} ${family}`)
      return own === undefined ? '' : `${own.filter(({ good }) => good).length}/${own.length}`
    }),
  ])
  return [['Operation', 'calls', ...used], ...rows]
}

const WROTE_KEY = 'The key of the client stands in what the command wrote, masked here: in trials $'
const NAMES_DIFFER =
  'The names of your sandboxes differ from run to run, so calls are counted over all of them, and fewer are tried: give each test the same name in each run.'
const MANY_UNMET =
  'Many trials met no call. Calls are counted in each sandbox: give each test its own sandbox, with the same name in each run, and let the suite call the same each time.'
const UNDECIDED = 'Neither noticed by a test nor shown by what the client did next, and count for nothing: $'
const UNMET = 'Met no call, or nothing to change, and count for nothing: $'
const LEFT_OUT = 'Left out: $, because the time of --budget was over or the sweep was stopped'

/** What there is to say besides the verdicts: of the suite, and of trials that say nothing. */
function remarksOn(report: SweepReport): readonly string[] {
  const { trials, gaps, alike, unmatched_expectations: unmatched } = report
  const idsOf = (verdict: Verdict): readonly string[] =>
    trials.filter((each) => each.verdict === verdict).map(({ id }) => id)
  const unmet = idsOf('never-met')
  const wroteKey = trials.filter(({ evidence }) => evidence.wrote_key === true).map(({ id }) => id)
  return [
    ...remarkOf(wroteKey, WROTE_KEY),
    ...(report.names_differ ? [NAMES_DIFFER] : []),
    ...(gaps.length > 0
      ? [
          `Nothing shows how the client reads these, and none counts as good; a test would have to look: ${gaps.join('; ')}`,
        ]
      : []),
    ...(unmet.length > trials.length / 4 && trials.length > 8 ? [MANY_UNMET] : []),
    ...remarkOf(idsOf('undecided'), UNDECIDED),
    ...remarkOf(unmet, UNMET),
    ...(alike > 0 ? [`Not run because another trial is alike: ${alike}`] : []),
    ...remarkOf(report.left_out, LEFT_OUT),
    ...unmatched.map(
      ({ key, nearest }) => `Wanted of no trial: "${key}"${nearest === null ? '' : `; did you mean "${nearest}"?`}`,
    ),
  ]
}

/** A remark about trials, if there are any. @param text where `$` stands for how many, of which families: `3 (transient 2, answers 1)` */
function remarkOf(ids: readonly string[], text: string): readonly string[] {
  const byFamily = [...groupBy(ids, (id) => id.split('/')[1])].map(([family, own]) => `${family} ${own.length}`)
  return ids.length === 0 ? [] : [text.replace('$', () => `${ids.length} (${byFamily.join(', ')})`)]
}
