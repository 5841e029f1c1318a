import { printable } from '../kernel/printable.ts'
import { shellWord } from '../kernel/shell-word.ts'
import { lines } from '../report/words.ts'
import { families, type Trial } from '../testing/trial/trial.ts'
import { groupBy } from './group-by.ts'
import { lastLines } from './output.ts'
import { type Figure, groupsOf, percent, shortId, type SweepReport, type TrialResult } from './report.ts'
import { ANSWERED } from './requests.ts'

/** Entries that are told in full. */
const MAX_TOLD = 20

/** The report for a terminal of 80 columns. */
export function sweepText(report: SweepReport): string {
  const groups = groupsOf(report.trials)
  const notes = remarks(report)
  return lines([
    ...figures(report).map(([name, share, text]) => `${name.padEnd(11)}  ${share}: ${text}`),
    '',
    ...matrixLines(report),
    '',
    ...notes.flatMap((note) => wrap(note, '')),
    ...(notes.length > 0 ? [''] : []),
    groups.length === 0 ? 'No bad verdict' : 'Bad verdicts, the worst first',
    ...groups.slice(0, MAX_TOLD).flatMap((each) => ['', ...groupLines(each, report.command)]),
    ...(groups.length > MAX_TOLD ? ['', 'And, as --format json tells in full:'] : []),
    ...groups
      .slice(MAX_TOLD)
      .flat()
      .map(({ id, verdict }) => `  ${verdict}: ${id}`),
  ])
}

const share = (figure: Figure): string =>
  figure.total === 0 ? 'not measured' : `${percent(figure)} % (${figure.good} of ${figure.total})`

/** The two figures, each with what it says. */
export const figures = ({ resilience, sensitivity }: SweepReport): readonly (readonly [string, string, string])[] => [
  ['Resilience', share(resilience), 'failures and unusual answers got over'],
  ['Sensitivity', share(sensitivity), 'refusals and wrong answers noticed'],
]

/** What a report says of trials that were not run, or met nothing. */
export function remarks({ trials, left_out, alike, unmatched_expectations }: SweepReport): readonly string[] {
  const unmet = trials.filter(({ verdict }) => verdict === 'never-met').map(({ id }) => id)
  return [
    ...(unmet.length > 0 ? [`Met no call, or nothing to change, and count for nothing: ${byFamily(unmet)}`] : []),
    ...(alike > 0 ? [`Not run because another trial is alike: ${alike}`] : []),
    ...(left_out.length > 0 ? [`Left out: ${byFamily(left_out)}`] : []),
    ...unmatched_expectations.map(
      ({ key, nearest }) => `Wanted of no trial: "${key}"${nearest === null ? '' : `; did you mean "${nearest}"?`}`,
    ),
  ]
}

/** How many trials, and of which families: `3 (transient 2, answers 1)`. */
function byFamily(ids: readonly string[]): string {
  const groups = [...groupBy(ids, (id) => id.split('/')[1])]
  return `${ids.length} (${groups.map(([family, own]) => `${family} ${own.length}`).join(', ')})`
}

/** The command line that runs one trial again. */
export const repeatLine = ({ id }: Pick<Trial, 'id'>, command: readonly string[]): string =>
  ['rental-sim', 'sweep', '--trial', id, '--', ...command].map(shellWord).join(' ')

/** A line for each operation, a column for each family: how many verdicts are good, of how many trials. */
export function cells({ baseline, trials }: SweepReport): readonly (readonly string[])[] {
  const used = families.filter((family) => trials.some((each) => each.family === family))
  const rows = Object.entries(baseline.operations).map(([operation, calls]) => [
    operation,
    String(calls),
    ...used.map((family) => {
      const own = trials.filter(
        (each) => each.operation === operation && each.family === family && each.verdict !== 'never-met',
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

function groupLines([first, ...others]: readonly TrialResult[], command: readonly string[]): readonly string[] {
  if (first === undefined) return []
  const { id, verdict, injected, call, operation, requests, evidence } = first
  const { expected, why } = evidence
  return [
    ...wrap(`${verdict}  ${id}`, ''),
    ...(others.length === 0 ? [] : wrap(`Also: ${others.map(shortId).join(', ')}`)),
    ...wrap(why),
    ...wrap(`Injected: ${injected}, at call ${call} of ${operation}`),
    ...(expected === undefined ? [] : wrap(`Wanted: ${expected.wanted.join(' or ')}, ${expected.why}`)),
    ...linesUnder('The client sent', requests.flatMap(requestOnLines)),
    ...endingLines(first),
    `  Again: ${printable(repeatLine(first, command))}`,
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
