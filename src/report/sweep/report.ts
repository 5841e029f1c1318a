import { sweepJunit } from './junit.ts'
import { sweepMarkdown } from './markdown.ts'
import type { SweepReport } from './result.ts'
import { sweepText } from './text.ts'

export const sweepForms = ['text', 'markdown', 'junit', 'json'] as const
export type SweepForm = (typeof sweepForms)[number]

export function sweepAs(form: SweepForm, report: SweepReport): string {
  if (form === 'json') return `${JSON.stringify(report, undefined, 2)}\n`
  if (form === 'markdown') return sweepMarkdown(report)
  return form === 'junit' ? sweepJunit(report, sweepText(report)) : sweepText(report)
}
