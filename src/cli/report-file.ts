import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { UsageError } from '../kernel/usage-error.ts'
import { isSystemError } from '../node/client/system-error.ts'

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

/**
 * Fails before a command runs, not after it. The file stays as it is.
 * @throws UsageError for a file that cannot be written; a pipe would wait for its reader
 */
export function checkWritable(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  const refuse = (why: string): never => {
    throw new UsageError(`${file} cannot be written: ${why}`)
  }
  if (found?.isDirectory() === true) refuse('it is a folder')
  if (found?.isFIFO() === true) refuse('it is a pipe')
  try {
    closeSync(openSync(file, 'a'))
  } catch (error) {
    if (!isSystemError(error)) throw error
    refuse(error.code === 'ENOENT' ? 'its folder is not there' : String(error.code))
  }
  if (found === undefined) rmSync(file)
}
