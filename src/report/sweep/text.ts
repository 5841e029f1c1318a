import { printable, printableLines } from '../../kernel/printable.ts'
import { families } from '../../testing/trial/trial.ts'
import { lines } from '../words.ts'
import { badOf, type SweepReport, type TrialResult } from './result.ts'
import { figures, remarks, repeatLine } from './words.ts'

/** Bad verdicts that are told in full. */
const MAX_TOLD_VERDICTS = 20

/** The report for a terminal of 80 columns. */
export function sweepText(report: SweepReport): string {
  const bad = badOf(report)
  return lines([
    ...figures(report).map(([name, share, text]) => `${name.padEnd(11)}  ${share}: ${text}`),
    ...remarks(report).map(printable),
    '',
    ...matrix(report),
    '',
    bad.length === 0 ? 'No bad verdict' : 'Bad verdicts, the worst first',
    ...bad.slice(0, MAX_TOLD_VERDICTS).flatMap((each) => ['', ...told(each, report.command)]),
    ...(bad.length > MAX_TOLD_VERDICTS ? ['', 'And, as --format json tells in full:'] : []),
    ...bad.slice(MAX_TOLD_VERDICTS).map(({ id, verdict }) => `  ${verdict}: ${id}`),
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

function told(result: TrialResult, command: readonly string[]): readonly string[] {
  const { id, verdict, injected, call, operation, requests, evidence } = result
  const { failed_tests: failedTests, output, expected } = evidence
  return [
    `${verdict}  ${id}`,
    `  Injected: ${injected}, at call ${call} of ${operation}`,
    ...(expected === undefined ? [] : [`  Wanted: ${expected.wanted.join(' or ')}, ${printable(expected.why)}`]),
    ...listed('The client sent', requests),
    ...(failedTests.length > 0 ? listed('Failed', failedTests) : listed('It wrote last', lastLines(output))),
    `  Why it matters: ${result.evidence.why}`,
    `  Again: ${printable(repeatLine(result, command))}`,
  ]
}

const listed = (title: string, list: readonly string[]): readonly string[] =>
  list.length === 0 ? [] : [`  ${title}:`, ...list.map((line) => `    ${printable(line)}`)]

const SHOWN_LINES = 6

/** Without the escapes that colour them. */
const lastLines = (output: string): readonly string[] =>
  printableLines(output)
    .replaceAll(/\\u001b\[[\d;]*m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-SHOWN_LINES)
