import { junitXml } from '../report/junit.ts'
import { literal, markdownTable } from '../report/markdown.ts'
import { lines } from '../report/words.ts'
import { groupsOf, shortId, type SweepReport } from './report.ts'
import { cells, figures, remarks, repeatLine, sweepText } from './text.ts'

export const sweepForms = ['text', 'markdown', 'junit', 'json'] as const
export type SweepForm = (typeof sweepForms)[number]

export function sweepAs(form: SweepForm, report: SweepReport): string {
  if (form === 'json') return `${JSON.stringify(report, undefined, 2)}\n`
  if (form === 'markdown') return markdown(report)
  return form === 'junit' ? junit(report) : sweepText(report)
}

/** For the summary of a job, or a comment. */
function markdown(report: SweepReport): string {
  const [head = [], ...rows] = cells(report)
  const bad = groupsOf(report.trials).flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { verdict, id, injected, evidence } = first
    const ids = [id, ...others.map(shortId)].join(', ')
    return [[verdict, ids, injected, evidence.why, evidence.failed_tests.join('; '), repeatLine(first, report.command)]]
  })
  return lines([
    ...figures(report).map(([name, share, text]) => `- **${name}**: ${share}: ${text}`),
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
      if (verdict === 'never-met') return { ...test, skipped: message }
      const again = `Again: ${repeatLine(result, report.command)}`
      return { ...test, failure: { message, text: [...requests, ...evidence.failed_tests, again].join('\n') } }
    }),
    sweepText(report),
  )
