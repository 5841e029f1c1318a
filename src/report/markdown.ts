import { printable } from '../kernel/printable.ts'

/** A table, a line each. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  row(head),
  `|${'---|'.repeat(head.length)}`,
  ...rows.map(row),
]

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
  // A blank within each fence keeps backticks and blanks of the text apart from it; not every reader takes it away again.
  const pad = /^[` ]|[` ]$/.test(content) ? ' ' : ''
  return `${fence}${pad}${content}${pad}${fence}`
}
