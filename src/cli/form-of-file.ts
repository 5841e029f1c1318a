import { extname } from 'node:path'
import { UsageError } from '../kernel/usage-error.ts'

const forms = { '.json': 'json', '.xml': 'junit', '.md': 'markdown', '.txt': 'text' } as const

/** The form of a report by the ending of its file, in letters of any case. @throws UsageError for an ending that stands for none */
export function formOfFile(file: string): (typeof forms)[keyof typeof forms] {
  const ending = extname(file).toLowerCase()
  const form = Object.entries(forms).find(([each]) => each === ending)?.[1]
  if (form !== undefined) return form
  const said = ending === '' ? 'has no ending' : `ends in ${ending}`
  throw new UsageError(`${file} ${said}: a report is .md (Markdown), .xml (JUnit), .json or .txt`)
}
