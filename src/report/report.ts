import type { Judged } from './judge.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { plain } from './text.ts'

export type ReportForm = 'text' | 'markdown' | 'junit'

export function reportAs(form: ReportForm, judged: Judged): string {
  if (form === 'junit') return junit(judged, plain(judged))
  return form === 'markdown' ? markdown(judged) : plain(judged)
}
