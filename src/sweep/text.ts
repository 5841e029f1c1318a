import { printable, printableLines } from '../kernel/printable.ts'
import { lines } from '../report/words.ts'
import type { DescribedSweep, Entry } from './describe.ts'
import { lastLines } from './output.ts'
import { ANSWERED } from './requests.ts'

/** Entries that are written in full. */
const MAX_TOLD = 20

/** Further trials of an entry that are named. */
const MAX_NAMED = 6

/** Characters of what was changed: the JSON report has all of them. */
const MAX_CHANGED = 300

/** Lines of what a command wrote. */
const SHOWN_LINES = 6

const COLUMNS = 80

/** The report for a terminal of 80 columns. With an earlier sweep, it has only what became worse. */
export function sweepText(described: DescribedSweep): string {
  const { isCompared, figures, leftOut, entries } = described
  const [title, none] = isCompared
    ? ['Worse than before', 'Nothing is worse than before']
    : ['Bad verdicts, the worst first', 'No bad verdict']
  const rest = entries.slice(MAX_TOLD).flatMap(({ trials }) => trials)
  return lines([
    ...figures.map(({ name, share, meaning }) => `${name.padEnd(11)}  ${share}: ${meaning}`),
    ...(isCompared ? wrapAll(leftOut) : detailLines(described)),
    '',
    entries.length === 0 ? none : title,
    ...entries.slice(0, MAX_TOLD).flatMap((each) => ['', ...entryLines(each)]),
    ...(rest.length > 0 ? ['', 'And, as --format json tells in full:'] : []),
    ...rest.map(({ id, verdict }) => `  ${verdict}: ${id}`),
  ])
}

function detailLines({ profile, matrix, remarks }: DescribedSweep): readonly string[] {
  const widths = (matrix[0] ?? []).map((_, column) => Math.max(...matrix.map((row) => row[column]?.length ?? 0)))
  const aligned = matrix.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))),
  )
  const parts = [
    wrapAll(profile.map(({ name, text }) => `${name}: ${text}`)),
    aligned.map((row) => row.join('  ').trimEnd()),
    wrapAll(remarks),
  ]
  return parts.flatMap((part) => (part.length === 0 ? [] : ['', ...part]))
}

function entryLines(entry: Entry): readonly string[] {
  const { verdict, id, operations, others, why, injected, changed, wanted, requests, assertion, repeat } = entry
  const more = others.length - MAX_NAMED
  const also = `Also: ${others.slice(0, MAX_NAMED).join(', ')}${more > 0 ? `, and ${more} more` : ''}`
  return [
    ...wrap(`${verdict}  ${id}`, ''),
    ...(operations.length > 1 ? wrap(`In ${operations.length} operations: ${operations.join(', ')}`) : []),
    ...(others.length === 0 ? [] : wrap(also)),
    ...wrap(why),
    ...wrap(`Injected: ${injected}`),
    ...(changed === undefined ? [] : wrap(`Changed: ${shorten(changed, MAX_CHANGED)}`)),
    ...(wanted === undefined ? [] : wrap(`Wanted: ${wanted}`)),
    ...linesUnder('The client sent', requests.flatMap(requestOnLines)),
    ...endingLines(entry),
    ...(assertion === undefined ? [] : [`  Assertion: ${printable(assertion)}`]),
    // A word of the command may have several lines: they run as they stand.
    `  Again: ${printableLines(repeat)}`,
  ]
}

/** Which tests failed, or what the command wrote last. */
function endingLines({ failedTests, passed, ended, output }: Entry): readonly string[] {
  if (failedTests.length > 0) return linesUnder('Failed', failedTests.map(printable))
  if (passed) return ['  No test failed']
  const last = lastLines(output, SHOWN_LINES)
  return last.length === 0 ? [`  Ended ${ended}`] : linesUnder(`Ended ${ended}. It wrote last`, last)
}

const linesUnder = (title: string, list: readonly string[]): readonly string[] =>
  list.length === 0 ? [] : [`  ${title}:`, ...list.map((line) => `    ${line}`)]

/** A request and its answer, on a line each where one has no room for both. */
function requestOnLines(text: string): readonly string[] {
  const room = COLUMNS - 4
  const line = printable(text)
  const [asked = '', ...answers] = line.split(ANSWERED)
  if (line.length <= room || answers.length === 0) return [shorten(line, room)]
  return [shorten(asked, room), shorten(`       ${ANSWERED}${answers.join(ANSWERED)}`, room)]
}

const shorten = (line: string, room: number): string => (line.length > room ? `${line.slice(0, room - 1)}…` : line)

const wrapAll = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => wrap(text, ''))

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
