import { junitXml } from '../report/junit.ts'
import { literal, markdownTable } from '../report/markdown.ts'
import { lines } from '../report/words.ts'
import { type DescribedSweep, describeSweep, describeTrial, repeatLine } from './describe.ts'
import type { SweepReport, TrialResult } from './report.ts'
import { sweepText } from './text.ts'

export const sweepForms = ['text', 'markdown', 'junit', 'json'] as const
export type SweepForm = (typeof sweepForms)[number]

/** @param worse with an earlier sweep: a text has only what became worse */
export function sweepAs(form: SweepForm, report: SweepReport, worse?: readonly TrialResult[]): string {
  if (form === 'json') return `${JSON.stringify(report, undefined, 2)}\n`
  if (form === 'junit') return junit(report)
  const described = describeSweep(report, worse)
  return form === 'markdown' ? markdown(described) : sweepText(described)
}

/** For the summary of a job, or a comment. */
function markdown({ figures, profile, remarks, matrix: [head = [], ...rows], entries }: DescribedSweep): string {
  const bad = entries.map(({ verdict, id, others, injected, why, assertion, failedTests, repeat }) => [
    verdict,
    others.length === 0 ? id : `${id} and ${others.length} more`,
    injected,
    why,
    assertion ?? failedTests.join('; '),
    repeat,
  ])
  return lines([
    ...figures.map(({ name, share, meaning }) => `- **${name}**: ${share}: ${meaning}`),
    ...profile.map(({ name, text }) => `- ${name}: ${literal(text)}`),
    ...remarks.map((each) => `- ${literal(each)}`),
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
      const { id, operation, family, requests, evidence } = result
      const { grade, verdict, why, failedTests } = describeTrial(result)
      const test = { group: `${operation}.${family}`, name: id, seconds: evidence.seconds }
      const message = `${verdict}: ${why}`
      if (grade === 'good') return test
      if (grade === 'open') return { ...test, skipped: message }
      const text = [...requests, ...failedTests, `Again: ${repeatLine(id, report)}`].join('\n')
      return { ...test, failure: { message, text } }
    }),
    sweepText(describeSweep(report)),
  )
