import { printable } from '../kernel/printable.ts'
import { junitXml } from '../report/junit.ts'
import type { Verdict } from './verdicts.ts'

export const formats = ['text', 'markdown', 'junit', 'json'] as const

/** What captures show of the simulator. */
export interface DriftReport {
  readonly verdicts: readonly Verdict[]
  /** Rules that refuse requests and that no answer shows. */
  readonly notSeen: readonly string[]
  /** Exchanges of no operation that is known. */
  readonly others: number
  /** Files, and entries of HAR files, that cannot be read, each with the reason. */
  readonly notRead: readonly string[]
}

export const differing = ({ verdicts }: DriftReport): readonly Verdict[] =>
  verdicts.filter(({ verdict }) => verdict === 'differs')

export function written(report: DriftReport, format: (typeof formats)[number]): string {
  if (format === 'json') {
    const verdicts = report.verdicts.map(({ about, rule, verdict, times, differences }) => ({
      about,
      ...(rule !== undefined && { basis: rule.basis }),
      verdict,
      times,
      differences,
    }))
    return `${JSON.stringify({ ...report, verdicts }, undefined, 2)}\n`
  }
  const text = asText(report)
  if (format === 'markdown') return asMarkdown(report)
  if (format === 'text') return text
  const cases = report.verdicts.map((each) => ({
    group: 'drift',
    name: each.about,
    ...(each.verdict === 'differs' && { failure: { message: 'differs', text: lines(each).join('\n') } }),
  }))
  const skipped = report.notRead.map((reason) => ({ group: 'drift', name: 'not read', skipped: reason }))
  return junitXml('rental-sim drift', [...cases, ...skipped], text)
}

const basisOf = ({ rule }: Verdict): string => (rule === undefined ? '' : ` (${rule.basis})`)

/** A line for fields that differ alike. */
export const lines = ({ differences }: Verdict): readonly string[] => {
  const places = new Map<string, string[]>()
  for (const { where, expected, seen } of differences) {
    const what = `expected ${expected}, seen ${seen}`
    places.set(what, [...(places.get(what) ?? []), where])
  }
  return [...places].map(([what, where]) => {
    const more = where.length - NAMED
    return printable(`${where.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${what}`)
  })
}

const NAMED = 8

const summary = ({ verdicts, notSeen, others, notRead }: DriftReport): string =>
  [
    `${verdicts.filter(({ verdict }) => verdict === 'holds').length} hold`,
    `${verdicts.filter(({ verdict }) => verdict === 'differs').length} differ`,
    `${notSeen.length} refusals not seen`,
    ...(others > 0 ? [`${others} exchanges of no known operation`] : []),
    ...(notRead.length > 0 ? [`${notRead.length} not read`] : []),
  ].join(', ')

function asText(report: DriftReport): string {
  const told = report.verdicts.flatMap((each) => [
    `${each.verdict.padEnd(8)}${each.about}${basisOf(each)}, ${each.times} seen`,
    ...lines(each).map((line) => `          ${line}`),
  ])
  return `${[...told, ...report.notRead.map((reason) => `not read: ${reason}`), summary(report)].join('\n')}\n`
}

function asMarkdown(report: DriftReport): string {
  const rows = report.verdicts.map((each) => {
    const told = lines(each)
      .join('<br>')
      .replaceAll('|', String.raw`\|`)
    return `| ${each.about}${basisOf(each)} | ${each.verdict} | ${each.times} | ${told} |`
  })
  return `${['| Rule | Verdict | Seen | Differences |', '| --- | --- | --- | --- |', ...rows, '', ...report.notRead.map((reason) => `- Not read: ${reason}`), summary(report)].join('\n')}\n`
}
