import { literal } from '../markdown.ts'
import { lines } from '../words.ts'
import { badOf, type SweepReport } from './result.ts'
import { cells } from './text.ts'
import { figures, remarks, repeatLine } from './words.ts'

/** The report for the summary of a job, or a comment. */
export function sweepMarkdown(report: SweepReport): string {
  const [head = [], ...rows] = cells(report)
  const bad = badOf(report)
  return lines([
    ...figures(report).map(([name, share, text]) => `- **${name}**: ${share}: ${text}`),
    ...remarks(report).map((each) => `- ${literal(each)}`),
    '',
    row(head),
    `|${'---|'.repeat(head.length)}`,
    ...rows.map(row),
    '',
    ...(bad.length === 0
      ? ['No bad verdict.']
      : [
          '| Verdict | Trial | Injected | Why it matters | Failed | Again |',
          '|---|---|---|---|---|---|',
          ...bad.map((each) =>
            row([
              each.verdict,
              each.id,
              each.injected,
              each.evidence.why,
              each.evidence.failed_tests.join('; '),
              repeatLine(each, report.command),
            ]),
          ),
        ]),
  ])
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => literal(cell)).join(' | ')} |`
