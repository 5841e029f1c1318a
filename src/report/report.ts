import { describeStrength } from '../kernel/evidence.ts'
import { printable } from '../kernel/printable.ts'
import type { Judgement } from './judge.ts'
import { junitXml } from './junit.ts'
import { literal, markdownTable } from './markdown.ts'
import type { ShownFinding } from './report-data.ts'
import { acceptLines, firstOf, lines, requested, sentence, times, totals } from './words.ts'

export const reportForms = ['text', 'markdown', 'junit', 'json'] as const
export type ReportForm = (typeof reportForms)[number]

/** The report of a run. */
export function reportAs(form: ReportForm, judged: Judgement): string {
  if (form === 'junit') return junit(judged)
  if (form === 'json') return json(judged)
  return form === 'markdown' ? markdown(judged) : plainText(judged)
}

const NO_REQUESTS_LINE = 'Nothing was asked of the simulator.'

/** For programs: as GET /_sim/totals has it, with what was counted and what failed. */
const json = ({ scope, coverage, findings, expected, failures }: Judgement): string =>
  lines([JSON.stringify({ scope, coverage, findings: [...findings, ...expected], failures }, undefined, 2)])

/** For a terminal. */
function plainText(judged: Judgement): string {
  const { coverage, findings, expected, accepted, resting, unused, toAccept, acceptFile } = judged
  const width = Math.max(...coverage.operations.map(({ id }) => id.length))
  return lines([
    'Operations',
    ...coverage.operations.map(
      (each) => `  ${each.id.padEnd(width)}  ${requested(each, (count) => (count === 0 ? 'never' : times(count)))}`,
    ),
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
      accepted.flatMap(({ id, text, hits, reason, ...support }) => [
        `  ${id}: ${times(hits)}: ${printable(text)} (${describeStrength(support)})`,
        `    Accepted: ${printable(reason)}`,
      ]),
    ),
    ...part(
      `Accepted in ${printable(acceptFile)}, and no answer rests on them`,
      unused.map((id) => `  ${id}`),
    ),
    ...part(
      'Assumptions that answers rest on, the weakest first',
      resting.map(
        ({ id, text, hits, ...support }) => `  ${id}, ${times(hits)}, ${describeStrength(support)}: ${printable(text)}`,
      ),
    ),
    ...part(
      `To accept what fails, put these lines into ${printable(acceptFile)} (--accept), each with your reason`,
      acceptLines(toAccept),
    ),
  ])
}

const part = (title: string, list: readonly string[]): readonly string[] => below(list, [title, ...list])

/** Lines after an empty one; none where there is nothing to show. */
const below = (list: readonly unknown[], shown: readonly string[]): readonly string[] =>
  list.length === 0 ? [] : ['', ...shown]

const shown = (finding: ShownFinding): readonly string[] => [
  `  ${sentence(finding)}`,
  `    ${printable(finding.advice)}`,
]

/** For the summary of a job, or a comment. */
function markdown(judged: Judgement): string {
  const { coverage, findings, expected, accepted, resting, unused, toAccept, acceptFile } = judged
  return lines([
    ...markdownTable(
      ['Operation', 'Requests'],
      coverage.operations.map((each) => [each.id, requested(each, String)]),
    ),
    '',
    `Rules touched: ${totals(coverage)}`,
    '',
    `Counted: ${literal(judged.scope)}`,
    ...(judged.isEmpty ? ['', NO_REQUESTS_LINE] : []),
    '',
    ...(findings.length === 0 ? ['No findings.'] : findingTable('Finding', findings)),
    ...below(expected, findingTable('Expected finding', expected)),
    ...below(
      accepted,
      markdownTable(
        ['Accepted assumption', 'Evidence', 'Times', 'Reason', 'Rule'],
        accepted.map(({ id, text, hits, reason, ...support }) => [
          id,
          describeStrength(support),
          String(hits),
          reason,
          text,
        ]),
      ),
    ),
    ...below(unused, [
      `Accepted in ${literal(acceptFile)}, and no answer rests on them: ${unused.map(literal).join(', ')}.`,
    ]),
    ...below(
      resting,
      markdownTable(
        ['Assumption that answers rest on', 'Evidence', 'Times', 'Rule'],
        resting.map(({ id, text, hits, ...support }) => [id, describeStrength(support), String(hits), text]),
      ),
    ),
    ...below(toAccept, [
      `To accept what fails, put these lines into ${literal(acceptFile)} (\`--accept\`), each with your reason:`,
      '',
      '```yaml',
      ...acceptLines(toAccept),
      '```',
    ]),
  ])
}

const findingTable = (title: string, findings: readonly ShownFinding[]): readonly string[] =>
  markdownTable(
    [title, 'Times', 'First exchange', 'Advice'],
    findings.map((each) => [each.text, String(each.times), firstOf(each), each.advice]),
  )

/**
 * A test case for each operation and for each gate; expected findings and accepted assumptions are skipped, with the
 * reason.
 */
function junit(judged: Judgement): string {
  const { coverage, expected, accepted, failures } = judged
  return junitXml(
    'rental-sim',
    [
      ...coverage.operations.map((each) => ({
        group: 'operation',
        name: each.id,
        skipped:
          each.hits === 0
            ? requested(each, (count) => (count === 0 ? 'never requested' : `requested ${times(count)}`))
            : undefined,
      })),
      ...expected.map((each) => ({ group: 'expected', name: each.kind, skipped: sentence(each) })),
      ...accepted.map(({ id, reason }) => ({ group: 'accepted', name: id, skipped: reason })),
      ...failures.map(({ name, text }) => ({ group: 'report', name, failure: { message: text } })),
    ],
    plainText(judged),
  )
}
