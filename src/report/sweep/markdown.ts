import { literal } from '../markdown.ts'
import { lines } from '../words.ts'
import { groupsOf, shortId } from './groups.ts'
import type { SweepReport } from './result.ts'
import { cells } from './text.ts'
import { figures, remarks, repeatLine } from './words.ts'

/** The report for the summary of a job, or a comment. */
export function sweepMarkdown(report: SweepReport): string {
  const [head = [], ...rows] = cells(report)
  const groups = groupsOf(report)
  return lines([
    ...figures(report).map(([name, share, text]) => `- **${name}**: ${share}: ${text}`),
    ...remarks(report).map((each) => `- ${literal(each)}`),
    '',
    row(head),
    `|${'---|'.repeat(head.length)}`,
    ...rows.map(row),
    '',
    ...(groups.length === 0
      ? ['No bad verdict.']
      : [
          '| Verdict | Trial | Injected | Why it matters | Failed | Again |',
          '|---|---|---|---|---|---|',
          ...groups.map(({ first, others }) =>
            row([
              first.verdict,
              [first.id, ...others.map(shortId)].join(', '),
              first.injected,
              first.evidence.why,
              first.evidence.failed_tests.join('; '),
              repeatLine(first, report.command),
            ]),
          ),
        ]),
  ])
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => literal(cell)).join(' | ')} |`
