import { printable } from '../kernel/printable.ts'
import type { ShownFinding } from './report-data.ts'
import type { Judgement } from './judge.ts'
import { acceptLines, firstOf, NO_REQUESTS_LINE, lines, totals } from './words.ts'

/** The report for the summary of a job, or a comment. */
export function markdown(judged: Judgement): string {
  const { coverage, findings, expected, accepted, unused, toAccept, acceptFile } = judged
  return lines([
    '| Operation | Requests |',
    '|---|---|',
    ...coverage.operations.map(({ id, hits }) => row([id, String(hits)])),
    '',
    `Rules touched: ${totals(coverage)}`,
    '',
    `Counted: ${literal(judged.scope)}`,
    ...(judged.isEmpty ? ['', NO_REQUESTS_LINE] : []),
    '',
    ...(findings.length === 0 ? ['No findings.'] : table('Finding', findings.map(found))),
    ...(expected.length === 0 ? [] : ['', ...table('Expected finding', expected.map(found))]),
    ...(accepted.length === 0
      ? []
      : [
          '',
          '| Accepted assumption | Times | Reason | Rule |',
          '|---|---|---|---|',
          ...accepted.map(({ id, text, hits, reason }) => row([id, String(hits), reason, text])),
        ]),
    ...(unused.length === 0
      ? []
      : ['', `Accepted in ${literal(acceptFile)}, and no answer rests on them: ${unused.map(literal).join(', ')}.`]),
    ...(toAccept.length === 0
      ? []
      : [
          '',
          `To accept what fails, put these lines into ${literal(acceptFile)} (\`--accept\`), each with your reason:`,
          '',
          '```yaml',
          ...acceptLines(toAccept),
          '```',
        ]),
  ])
}

const table = (title: string, rows: readonly string[]): readonly string[] => [
  `| ${title} | Times | First exchange | Advice |`,
  '|---|---|---|---|',
  ...rows,
]

const found = (each: ShownFinding): string => row([each.text, String(each.times), firstOf(each), each.advice])

const row = (cells: readonly string[]): string => `| ${cells.map(literal).join(' | ')} |`

/** Letters, digits and the signs that mean nothing to Markdown where they stand here: `://` and `www.` make links. */
const PLAIN = /^(?!.*(:\/\/|www\.))(?:[\p{L}\p{N} .,;()'"/{}=%?+-]|:(?= |$)|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))*$/iu

/**
 * A text that Markdown shows as it is in a cell of a table. A text with special characters is written as code, where
 * nothing is a link, an image, a tag or a mention. Only `|` would still end the cell, so it is escaped, and a backslash
 * before it, which would undo the escape, is written as \u005c.
 */
export function literal(text: string): string {
  const shown = printable(text)
  if (PLAIN.test(shown)) return shown
  const content = shown.replaceAll(/\\+(?=\|)/g, (run) => String.raw`\u005c`.repeat(run.length)).replaceAll('|', '\\|')
  const runs = [...content.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  // A blank within each fence is taken away again, and keeps backticks and blanks of the text apart from it.
  return `${fence} ${content} ${fence}`
}
