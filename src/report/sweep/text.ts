import { printable } from '../../kernel/printable.ts'
import { families } from '../../testing/trial/trial.ts'
import { lines } from '../words.ts'
import { type Group, groupsOf, shortId } from './groups.ts'
import { lastLines } from './last-lines.ts'
import { ANSWERED } from './requests.ts'
import { type SweepReport, type TrialResult } from './result.ts'
import { figures, remarks, repeatLine } from './words.ts'

/** Entries that are told in full. */
const MAX_TOLD = 20

/** The report for a terminal of 80 columns. */
export function sweepText(report: SweepReport): string {
  const groups = groupsOf(report)
  const notes = remarks(report)
  return lines([
    ...figures(report).map(([name, share, text]) => `${name.padEnd(11)}  ${share}: ${text}`),
    '',
    ...matrix(report),
    '',
    ...notes.flatMap((note) => wrapped(note, '')),
    ...(notes.length > 0 ? [''] : []),
    groups.length === 0 ? 'No bad verdict' : 'Bad verdicts, the worst first',
    ...groups.slice(0, MAX_TOLD).flatMap((each) => ['', ...told(each, report.command)]),
    ...(groups.length > MAX_TOLD ? ['', 'And, as --format json tells in full:'] : []),
    ...groups
      .slice(MAX_TOLD)
      .flatMap(({ first, others }) => [first, ...others].map(({ id, verdict }) => `  ${verdict}: ${id}`)),
  ])
}

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

function matrix(report: SweepReport): readonly string[] {
  const rows = cells(report)
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

function told({ first, others }: Group, command: readonly string[]): readonly string[] {
  const { id, verdict, injected, call, operation, requests, evidence } = first
  const { expected, why } = evidence
  return [
    ...wrapped(`${verdict}  ${id}`, ''),
    ...(others.length === 0 ? [] : wrapped(`Also: ${others.map(shortId).join(', ')}`)),
    ...wrapped(why),
    ...wrapped(`Injected: ${injected}, at call ${call} of ${operation}`),
    ...(expected === undefined ? [] : wrapped(`Wanted: ${expected.wanted.join(' or ')}, ${expected.why}`)),
    ...listed('The client sent', requests.flatMap(requestOnLines)),
    ...ending(first),
    `  Again: ${printable(repeatLine(first, command))}`,
  ]
}

/** Which tests failed, or what the command wrote last. */
function ending({ verdict, evidence }: TrialResult): readonly string[] {
  const { failed_tests: failedTests, output, exit_code: code, seconds } = evidence
  if (failedTests.length > 0) return listed('Failed', failedTests.map(printable))
  if (code === 0) return ['  No test failed']
  const head = verdict === 'hung' ? `Ended after ${seconds.toFixed(0)} s. It wrote last` : 'It wrote last'
  return listed(head, lastLines(output, SHOWN_LINES))
}

const listed = (title: string, list: readonly string[]): readonly string[] =>
  list.length === 0 ? [] : [`  ${title}:`, ...list.map((line) => `    ${line}`)]

const COLUMNS = 80

/** A request and its answer, on a line each where one has no room for both. */
function requestOnLines(text: string): readonly string[] {
  const room = COLUMNS - 4
  const line = printable(text)
  const [asked = '', ...answers] = line.split(ANSWERED)
  if (line.length <= room || answers.length === 0) return [cut(line, room)]
  return [cut(asked, room), cut(`       ${ANSWERED}${answers.join(ANSWERED)}`, room)]
}

const cut = (line: string, room: number): string => (line.length > room ? `${line.slice(0, room - 1)}…` : line)

/** A text on lines that fit the terminal; a word that does not has a line of its own. */
function wrapped(text: string, indent = '  '): readonly string[] {
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
