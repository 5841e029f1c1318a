import type { Judgement } from './judge.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { plainText } from './text.ts'

export type ReportForm = 'text' | 'markdown' | 'junit'

export function reportAs(form: ReportForm, judged: Judgement): string {
  if (form === 'junit') return junit(judged, plainText(judged))
  return form === 'markdown' ? markdown(judged) : plainText(judged)
}
