import { stringify } from 'yaml'
import { printable } from '../kernel/printable.ts'
import { editorLine } from '../testing/editor-line.ts'
import type { Corrections } from './corrections.ts'
import { lines } from './report.ts'

/** A fixture with the rules as they were seen, and comments that list what no rule can express. */
export function observedFile({ choices, left }: Corrections, source: string): string {
  const told = left.flatMap((each) => lines(each).map((line) => `  ${each.about}: ${line}`))
  const comments = [
    `The rules as ${printable(source)} shows them. Add it to a fixture: --fixture default,<this file>`,
    ...(told.length === 0 ? [] : ['No rule can express:', ...told]),
  ]
  const head = comments.map((line) => `# ${line}\n`).join('')
  return `${editorLine('fixture')}${head}${stringify({ rules: choices }, { lineWidth: 0 })}`
}
