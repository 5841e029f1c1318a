import { printable, printableLines } from '../kernel/printable.ts'
import { quoteForShell } from '../kernel/quote-for-shell.ts'
import { lines } from '../report/words.ts'
import { families, type Trial } from '../testing/trial/trial.ts'
import { groupBy } from '../kernel/group-by.ts'
import { lastLines } from './output.ts'
import { type Figure, groupsOf, percent, shortId, type SweepReport, type TrialResult } from './report.ts'
import { ANSWERED } from './requests.ts'
import { isOpen } from './verdicts.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'

/** Entries that are told in full. */
const MAX_TOLD = 20

/**
 * The report for a terminal of 80 columns.
 * @param worse with an earlier sweep: only what is worse than there
 */
export function sweepText(report: SweepReport, worse?: readonly TrialResult[]): string {
  const groups = groupsOf(worse ?? report.trials)
  const notes = remarks(report)
  const title = worse === undefined ? 'Bad verdicts, the worst first' : 'Worse than before'
  return lines([
    ...figures(report).map(([name, figure, text]) => `${name.padEnd(11)}  ${figure}: ${text}`),
    ...(worse === undefined ? details(report, notes) : leftOutLines(report).flatMap((line) => wrap(line, ''))),
    '',
    groups.length === 0 ? (worse === undefined ? 'No bad verdict' : 'Nothing is worse than before') : title,
    ...groups.slice(0, MAX_TOLD).flatMap((each) => ['', ...groupLines(each, report)]),
    ...(groups.length > MAX_TOLD ? ['', 'And, as --format json tells in full:'] : []),
    ...groups
      .slice(MAX_TOLD)
      .flat()
      .map(({ id, verdict }) => `  ${verdict}: ${id}`),
  ])
}

const details = (report: SweepReport, notes: readonly string[]): readonly string[] => [
  ...(report.profile.length > 0 ? [''] : []),
  ...report.profile.flatMap(({ name, text }) => wrap(`${name}: ${text}`, '')),
  '',
  ...matrixLines(report),
  ...(notes.length > 0 ? [''] : []),
  ...notes.flatMap((note) => wrap(note, '')),
]

const share = (figure: Figure): string =>
  figure.total === 0 ? 'not measured' : `${percent(figure)} % (${figure.good} of ${figure.total})`

/** The three figures, each with what it says. */
export const figures = ({
  resilience,
  refusals,
  sensitivity,
}: SweepReport): readonly (readonly [string, string, string])[] => [
  ['Resilience', share(resilience), 'what passes, lasts or is unusual is handled'],
  ['Refusals', share(refusals), 'what the service refuses fails cleanly'],
  ['Sensitivity', share(sensitivity), 'wrong answers are noticed by a test'],
]

/** What a report says of trials that were not run, or met nothing. */
export function remarks({
  trials,
  gaps,
  names_differ,
  left_out,
  alike,
  unmatched_expectations,
}: SweepReport): readonly string[] {
  const [unmet = [], undecided = []] = (['never-met', 'undecided'] as const).map((open) =>
    trials.filter(({ verdict }) => verdict === open).map(({ id }) => id),
  )
  const isMuch = unmet.length > trials.length / 4 && trials.length > 8
  const wroteKey = trials.filter(({ evidence }) => evidence.wrote_key === true).map(({ id }) => id)
  return [
    ...(wroteKey.length > 0
      ? [`The key of the client stands in what the command wrote, masked here: in trials ${byFamily(wroteKey)}`]
      : []),
    ...(names_differ
      ? [
          'The names of your sandboxes differ from run to run, so calls are counted over all of them, and fewer are tried: give each test the same name in each run.',
        ]
      : []),
    ...(gaps.length > 0
      ? [
          `Nothing shows how the client reads these, and none counts as good; a test would have to look: ${gaps.join('; ')}`,
        ]
      : []),
    ...(isMuch
      ? [
          'Many trials met no call. Calls are counted in each sandbox: give each test its own sandbox, with the same name in each run, and let the suite call the same each time.',
        ]
      : []),
    ...(undecided.length > 0
      ? [
          `Neither noticed by a test nor shown by what the client did next, and count for nothing: ${byFamily(undecided)}`,
        ]
      : []),
    ...(unmet.length > 0 ? [`Met no call, or nothing to change, and count for nothing: ${byFamily(unmet)}`] : []),
    ...(alike > 0 ? [`Not run because another trial is alike: ${alike}`] : []),
    ...leftOutLines({ left_out }),
    ...unmatched_expectations.map(
      ({ key, nearest }) => `Wanted of no trial: "${key}"${nearest === null ? '' : `; did you mean "${nearest}"?`}`,
    ),
  ]
}

const leftOutLines = ({ left_out }: Pick<SweepReport, 'left_out'>): readonly string[] =>
  left_out.length === 0
    ? []
    : [`Left out: ${byFamily(left_out)}, because the time of --budget was over or the sweep was stopped`]

/** How many trials, and of which families: `3 (transient 2, answers 1)`. */
function byFamily(ids: readonly string[]): string {
  const groups = [...groupBy(ids, (id) => id.split('/')[1])]
  return `${ids.length} (${groups.map(([family, own]) => `${family} ${own.length}`).join(', ')})`
}

/** The command line that runs one trial again; for a function, the call. */
export const repeatLine = (
  { id }: Pick<Trial, 'id'>,
  { command, options }: { readonly command: readonly string[]; readonly options: readonly string[] },
): string =>
  command[0] === FUNCTION_SWEEP
    ? `sweep(flow, { trial: ${JSON.stringify(id)} })`
    : ['npx', '--no-install', 'rental-sim', 'sweep', ...options, '--trial', id, '--', ...command]
        .map(quoteForShell)
        .join(' ')

/** What stands for the command where a function is swept. */
export const FUNCTION_SWEEP = 'sweep()'

/** A line for each operation, a column for each family: how many verdicts are good, of how many trials. */
export function cells({ baseline, trials }: SweepReport): readonly (readonly string[])[] {
  const used = families.filter((family) => trials.some((each) => each.family === family))
  const rows = Object.entries(baseline.operations).map(([operation, calls]) => [
    operation,
    String(calls),
    ...used.map((family) => {
      const own = trials.filter(
        (each) => each.operation === operation && each.family === family && !isOpen(each.verdict),
      )
      return own.length === 0 ? '' : `${own.filter(({ good }) => good).length}/${own.length}`
    }),
  ])
  return [['Operation', 'calls', ...used], ...rows]
}

function matrixLines(report: SweepReport): readonly string[] {
  const rows = cells(report)
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** Characters of what was changed: the JSON report has all of them. */
const MAX_CHANGED = 300

/** Further trials of an entry that are named. */
const MAX_NAMED = 6

function groupLines([first, ...others]: readonly TrialResult[], report: SweepReport): readonly string[] {
  if (first === undefined) return []
  const { id, verdict, injected, call, operation, sandbox, requests, evidence } = first
  const { expected, why, changed, failed_assertion: assertion } = evidence
  const isNear = (each: TrialResult): boolean => each.operation === operation && each.family === first.family
  const named = others.slice(0, MAX_NAMED).map((each) => (isNear(each) ? shortId(each) : each.id))
  const more = others.length - named.length
  const operations = [...new Set([first, ...others].map((each) => each.operation))]
  return [
    ...wrap(`${verdict}  ${id}`, ''),
    ...(operations.length > 1 ? wrap(`In ${operations.length} operations: ${operations.join(', ')}`) : []),
    ...(others.length === 0 ? [] : wrap(`Also: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`)),
    ...wrap(why),
    ...wrap(
      `Injected: ${injected}, at call ${call} of ${operation}${sandbox === undefined || sandbox === DEFAULT_SANDBOX ? '' : ` in ${sandbox}`}`,
    ),
    ...(changed === undefined ? [] : wrap(`Changed: ${shorten(changed, MAX_CHANGED)}`)),
    ...(expected === undefined ? [] : wrap(`Wanted: ${expected.wanted.join(' or ')}, ${expected.why}`)),
    ...linesUnder('The client sent', requests.flatMap(requestOnLines)),
    ...endingLines(first),
    ...(assertion === undefined ? [] : [`  Assertion: ${printable(assertion)}`]),
    // A word of the command may have several lines: they run as they stand.
    `  Again: ${printableLines(repeatLine(first, report))}`,
  ]
}

/** Which tests failed, or what the command wrote last. */
function endingLines({ verdict, evidence }: TrialResult): readonly string[] {
  const { failed_tests: failedTests, output, exit_code: code, seconds } = evidence
  if (failedTests.length > 0) return linesUnder('Failed', failedTests.map(printable))
  if (code === 0) return ['  No test failed']
  const head = verdict === 'hung' ? `Ended after ${seconds.toFixed(0)} s. It wrote last` : 'It wrote last'
  return linesUnder(head, lastLines(output, SHOWN_LINES))
}

const linesUnder = (title: string, list: readonly string[]): readonly string[] =>
  list.length === 0 ? [] : [`  ${title}:`, ...list.map((line) => `    ${line}`)]

const COLUMNS = 80

/** A request and its answer, on a line each where one has no room for both. */
function requestOnLines(text: string): readonly string[] {
  const room = COLUMNS - 4
  const line = printable(text)
  const [asked = '', ...answers] = line.split(ANSWERED)
  if (line.length <= room || answers.length === 0) return [shorten(line, room)]
  return [shorten(asked, room), shorten(`       ${ANSWERED}${answers.join(ANSWERED)}`, room)]
}

const shorten = (line: string, room: number): string => (line.length > room ? `${line.slice(0, room - 1)}…` : line)

/** A text on lines that fit the terminal; a word that does not has a line of its own. */
function wrap(text: string, indent = '  '): readonly string[] {
  const rows: string[] = []
  let row = ''
  for (const word of printable(text).split(' ')) {
    const longer = row === '' ? `${indent}${word}` : `${row} ${word}`
    if (row === '' || longer.length <= COLUMNS) row = longer
    else {
      rows.push(row)
      row = `${indent}  ${word}`
    }
  }
  return [...rows, row]
}

const SHOWN_LINES = 6
