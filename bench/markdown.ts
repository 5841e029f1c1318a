import type { Goal, Section, Table } from './section.ts'
import { type Spread, spread } from './statistics.ts'

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** `0.61 (0.58 to 0.64)` */
export function spreadOf(values: readonly number[], digits = 2): string {
  const { median, min, max }: Spread = spread(values)
  return `${number(median, digits)} (${number(min, digits)} to ${number(max, digits)})`
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const table = ({ head, rows }: Table): string =>
  [row(head), row(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n')

const goals = (list: readonly Goal[]): string =>
  table({
    head: ['Goal', 'Measured', ''],
    rows: list.map(({ text, measured, met }) => [text, measured, met ? 'met' : '**missed**']),
  })

const list = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}:\n\n${lines.map((line) => `- ${line.replaceAll(/\s+/g, ' ')}`).join('\n')}`]

const section = ({ title, about, tables, goals: wanted, unmeasured, broken }: Section): string =>
  [
    `## ${title}`,
    about,
    ...(wanted.length > 0 ? [goals(wanted)] : []),
    ...tables.filter(({ rows }) => rows.length > 0).map(table),
    ...list('Not measured', unmeasured),
    ...list('Could not be done', broken),
  ].join('\n\n')

export const page = (about: string, sections: readonly Section[]): string =>
  `${['# Measurements', about, ...sections.map(section)].join('\n\n')}\n`
