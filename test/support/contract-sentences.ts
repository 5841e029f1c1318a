import { createHash } from 'node:crypto'

/** One promise of the contract: a sentence, an item of a list or a row of a table. */
export interface Sentence {
  /** Its headings from the second level on, as the rules name sections, e.g. `Resources › Template`. */
  readonly section: string
  readonly text: string
  readonly hash: string
}

/** Eight hexadecimal digits that stand for the words of a sentence; markup, case and white space count for nothing. */
const hashOf = (text: string): string => createHash('sha256').update(words(text)).digest('hex').slice(0, 8)

const words = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[`*_|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Every sentence of a Markdown text, in its order. Headings, heads of tables and what comes before the first section are none. */
export function sentencesOf(markdown: string): readonly Sentence[] {
  const found: Sentence[] = []
  let headings: readonly string[] = []
  const lines = markdown.split('\n')
  for (const [at, line] of lines.entries()) {
    const [, marks, title] = /^(##+) (.*)$/.exec(line) ?? []
    if (marks !== undefined && title !== undefined) headings = [...headings.slice(0, marks.length - 2), short(title)]
    else {
      const section = headings.join(' › ') || 'Introduction'
      const isHead = (lines[at + 1] ?? '').startsWith('|-')
      for (const text of isHead ? [] : textsOf(line)) found.push({ section, text, hash: hashOf(text) })
    }
  }
  return found
}

/** A heading without what explains it. */
const short = (title: string): string => title.replace(/ (?:and their fields|: .*|\(.*\))$/, '').replaceAll('`', '')

/** The sentences of a line that is not a heading. */
function textsOf(line: string): readonly string[] {
  if (line.trim() === '' || line.startsWith('# ') || line.startsWith('|-')) return []
  if (line.startsWith('|')) return rowsOf(line)
  return line.replace(/^(?:- |\d+\. )/, '').split(/(?<=\.\)?)\s+(?=[A-Z`(])/)
}

/** One row for each field that a row of a table names. */
function rowsOf(line: string): readonly string[] {
  const [, names, rest] = /^\| ([a-z0-9_]+(?:, [a-z0-9_]+)+) (\|.*)$/.exec(line) ?? []
  return names?.split(', ').map((name) => `| ${name} ${rest}`) ?? [line]
}
