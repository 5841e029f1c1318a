import { extname } from 'node:path'
import { UsageError } from '../kernel/usage-error.ts'

const forms = { '.json': 'json', '.xml': 'junit', '.md': 'markdown', '.txt': 'text' } as const

type Form = (typeof forms)[keyof typeof forms]

/**
 * The form of a report by the ending of its file, in letters of any case.
 * @param otherwise that of a file with another ending
 * @throws UsageError for an ending that stands for none
 */
export function formOfFile(file: string, otherwise?: Form): Form {
  const ending = extname(file).toLowerCase()
  const form = Object.entries(forms).find(([each]) => each === ending)?.[1]
  if (form !== undefined) return form
  if (otherwise !== undefined) return otherwise
  const said = ending === '' ? 'has no ending' : `ends in ${ending}`
  throw new UsageError(`${file} ${said}: a report is .md (Markdown), .xml (JUnit), .json or .txt`)
}
