import { printable } from '../kernel/printable.ts'
import { junitXml } from '../report/junit.ts'
import { type Fidelity, sumOf } from './fidelity.ts'
import { placeText, type Verdict } from './verdicts.ts'

export const formats = ['text', 'markdown', 'junit', 'json'] as const

/** What captures show of the simulator. */
export interface DriftReport {
  readonly verdicts: readonly Verdict[]
  /** Rules that refuse requests and that no answer shows. */
  readonly notSeen: readonly string[]
  /** Exchanges of which a capture shows too little. */
  readonly open: readonly string[]
  /** Exchanges of no operation that is known. */
  readonly others: number
  /** Files, and entries of HAR files, that cannot be read, each with the reason. */
  readonly notRead: readonly string[]
  /** By operation. */
  readonly fidelity: Readonly<Record<string, Fidelity>>
}

export const differing = ({ verdicts }: DriftReport): readonly Verdict[] =>
  verdicts.filter(({ verdict }) => verdict === 'differs')

export function written(report: DriftReport, format: (typeof formats)[number]): string {
  if (format === 'json') {
    const verdicts = report.verdicts.map(({ about, rule, verdict, times, differences, suggested, others }) => ({
      about,
      ...(rule !== undefined && { basis: rule.basis }),
      verdict,
      times,
      ...(suggested !== undefined && { choice: suggested }),
      ...(others.length > 0 && { or: others }),
      differences: differences.map(({ where, expected, seen, at: { file, place, method, path } }) => ({
        where,
        expected,
        seen,
        file,
        ...(place !== undefined && { entry: place }),
        method,
        path,
      })),
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

/** A line for fields that differ alike in one exchange, and one for the choice that would answer so. */
export const lines = ({ about, differences, suggested, others }: Verdict): readonly string[] => {
  const places = new Map<string, string[]>()
  for (const { where, expected, seen, at } of differences) {
    const what = `expected ${expected}, seen ${seen} (${placeText(at)})`
    places.set(what, [...(places.get(what) ?? []), where])
  }
  const told = [...places].map(([what, where]) => {
    const more = where.length - NAMED
    return printable(`${where.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${what}`)
  })
  if (suggested === undefined || differences.length === 0) return told
  const choice = typeof suggested === 'string' ? suggested : JSON.stringify(suggested)
  const or = others.length === 0 ? '' : `; the capture cannot tell it from ${others.join(' and ')}`
  return [...told, printable(`the simulator answers so under --rule '${about}=${choice}'${or}`)]
}

const NAMED = 8

/** How much of all that was compared is answered alike. */
function fidelityOf({ fidelity }: DriftReport): string {
  const { judged, alike, alikeInShown, shown, shownAlike, leftOut } = sumOf(Object.values(fidelity))
  const more = leftOut === 0 ? '' : `; ${leftOut} fields of ours are not in them`
  return `${alikeInShown} of ${judged} captured answers are alike in every field that they show (${shownAlike} of ${shown} fields), ${alike} of them with the same fields${more}`
}

const summary = (report: DriftReport): string => {
  const { verdicts, notSeen, others, notRead, open } = report
  return [
    `${verdicts.filter(({ verdict }) => verdict === 'holds').length} hold`,
    `${verdicts.filter(({ verdict }) => verdict === 'differs').length} differ`,
    `${notSeen.length} refusals not seen`,
    ...(open.length > 0 ? [`${open.length} exchanges cannot be compared`] : []),
    ...(others > 0 ? [`${others} exchanges of no known operation`] : []),
    ...(notRead.length > 0 ? [`${notRead.length} not read`] : []),
  ].join(', ')
}

const furtherLines = ({ open, notRead }: DriftReport): readonly string[] => [
  ...open.map((reason) => `cannot be compared: ${printable(reason)}`),
  ...notRead.map((reason) => `not read: ${reason}`),
]

function asText(report: DriftReport): string {
  const told = report.verdicts.flatMap((each) => [
    `${each.verdict.padEnd(8)}${each.about}${basisOf(each)}, ${each.times} seen`,
    ...lines(each).map((line) => `          ${line}`),
  ])
  return `${[...told, ...furtherLines(report), summary(report), fidelityOf(report)].join('\n')}\n`
}

function asMarkdown(report: DriftReport): string {
  const rows = report.verdicts.map((each) => {
    const told = lines(each)
      .join('<br>')
      .replaceAll('|', String.raw`\|`)
    return `| ${each.about}${basisOf(each)} | ${each.verdict} | ${each.times} | ${told} |`
  })
  const further = furtherLines(report).map((line) => `- ${line[0]?.toUpperCase()}${line.slice(1)}`)
  const end = [`${summary(report)}.`, `${fidelityOf(report)}.`]
  return `${['| Rule | Verdict | Seen | Differences |', '| --- | --- | --- | --- |', ...rows, '', ...further, ...end].join('\n')}\n`
}
