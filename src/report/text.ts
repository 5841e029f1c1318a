import { printable } from '../kernel/printable.ts'
import type { ShownFinding } from './report-data.ts'
import type { Judgement } from './judge.ts'
import { acceptLines, NO_REQUESTS_LINE, lines, sentence, times, totals } from './words.ts'

/** The report for a terminal. */
export function plainText(judged: Judgement): string {
  const { coverage, findings, expected, accepted, unused, toAccept, acceptFile } = judged
  const width = Math.max(...coverage.operations.map(({ id }) => id.length))
  return lines([
    'Operations',
    ...coverage.operations.map(({ id, hits }) => `  ${id.padEnd(width)}  ${hits === 0 ? 'never' : times(hits)}`),
    '',
    `Rules touched: ${totals(coverage)}`,
    `Counted: ${judged.scope}`,
    ...(judged.isEmpty ? [NO_REQUESTS_LINE] : []),
    '',
    findings.length === 0 ? 'No findings' : 'Findings',
    ...findings.flatMap(shown),
    ...part('Expected: the tests provoke these on purpose', expected.flatMap(shown)),
    ...part(
      'Accepted assumptions',
      accepted.flatMap(({ id, text, hits, reason }) => [
        `  ${id}: ${times(hits)}: ${printable(text)}`,
        `    Accepted: ${printable(reason)}`,
      ]),
    ),
    ...part(
      `Accepted in ${printable(acceptFile)}, and no answer rests on them`,
      unused.map((id) => `  ${id}`),
    ),
    ...part(
      `To accept what fails, put these lines into ${printable(acceptFile)} (--accept), each with your reason`,
      acceptLines(toAccept),
    ),
  ])
}

const part = (title: string, list: readonly string[]): readonly string[] =>
  list.length === 0 ? [] : ['', title, ...list]

const shown = (finding: ShownFinding): readonly string[] => [
  `  ${sentence(finding)}`,
  `    ${printable(finding.advice)}`,
]
