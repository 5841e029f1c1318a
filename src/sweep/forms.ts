import { junitXml } from '../report/junit.ts'
import { literal, markdownTable } from '../report/markdown.ts'
import { lines } from '../report/words.ts'
import { groupsOf, type SweepReport, type TrialResult } from './report.ts'
import { isOpen } from './verdicts.ts'
import { cells, figures, remarks, repeatLine, sweepText } from './text.ts'

export const sweepForms = ['text', 'markdown', 'junit', 'json'] as const
export type SweepForm = (typeof sweepForms)[number]

/** @param worse with an earlier sweep: a text tells only what is worse than there */
export function sweepAs(form: SweepForm, report: SweepReport, worse?: readonly TrialResult[]): string {
  if (form === 'json') return `${JSON.stringify(report, undefined, 2)}\n`
  if (form === 'markdown') return markdown(report, worse)
  return form === 'junit' ? junit(report) : sweepText(report, worse)
}

/** For the summary of a job, or a comment. */
function markdown(report: SweepReport, worse: readonly TrialResult[] = report.trials): string {
  const [head = [], ...rows] = cells(report)
  const bad = groupsOf(worse).flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { verdict, id, injected, evidence } = first
    const ids = others.length === 0 ? id : `${id} and ${others.length} more`
    return [
      [
        verdict,
        ids,
        injected,
        evidence.why,
        evidence.failed_assertion ?? evidence.failed_tests.join('; '),
        repeatLine(first, report),
      ],
    ]
  })
  return lines([
    ...figures(report).map(([name, share, text]) => `- **${name}**: ${share}: ${text}`),
    ...report.profile.map(({ name, text: shows }) => `- ${name}: ${literal(shows)}`),
    ...remarks(report).map((each) => `- ${literal(each)}`),
    '',
    ...markdownTable(head, rows),
    '',
    ...(bad.length === 0
      ? ['No bad verdict.']
      : markdownTable(['Verdict', 'Trial', 'Injected', 'Why it matters', 'Failed', 'Again'], bad)),
  ])
}

/** A test case for each trial, which fails where its verdict is bad. */
const junit = (report: SweepReport): string =>
  junitXml(
    'rental-sim sweep',
    report.trials.map((result) => {
      const { operation, family, id, verdict, good, requests, evidence } = result
      const test = { group: `${operation}.${family}`, name: id, seconds: evidence.seconds }
      if (good) return test
      const message = `${verdict}: ${evidence.why}`
      if (isOpen(verdict)) return { ...test, skipped: message }
      const again = `Again: ${repeatLine(result, report)}`
      return { ...test, failure: { message, text: [...requests, ...evidence.failed_tests, again].join('\n') } }
    }),
    sweepText(report),
  )
