import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { UsageError } from '../kernel/usage-error.ts'
import { isSystemError } from '../node/client/system-error.ts'

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
