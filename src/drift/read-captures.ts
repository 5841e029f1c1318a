import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseCapture } from '../import/command.ts'
import { UnclearAnswerError } from '../import/captured-answers.ts'
import { printable } from '../kernel/printable.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { MAX_CAPTURE_BYTES, readFile } from '../node/files/library.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { type Capture, readCapture } from './exchange.ts'

interface CaptureFile {
  readonly file: string
  /** The whole file: secrets in it are looked for. */
  readonly value: unknown
  readonly capture: Capture
}

/**
 * Reads files and folders, one file at a time. For a file, and for entries of a HAR file, that cannot be read it gives the
 * reason, which repeats nothing of it.
 */
export function* readCaptures(named: readonly string[]): Generator<CaptureFile | { readonly notRead: string }> {
  for (const file of named.flatMap(captureFiles)) {
    try {
      const value = parseCapture(file, readFile(file, MAX_CAPTURE_BYTES).text)
      const capture = readCapture(value)
      const { exchanges, unread = [] } = capture
      for (const reason of unread) yield { notRead: `${printable(file)}: ${reason}` }
      if (exchanges.length > 0 || unread.length === 0) yield { file: printable(file), value, capture }
    } catch (error) {
      if (error instanceof UnclearAnswerError) yield { notRead: `${printable(file)} ${error.message}` }
      else if (error instanceof DocumentError) yield { notRead: error.message }
      else throw error
    }
  }
}

/** @returns the captures of a folder, or the file itself */
function captureFiles(path: string): readonly string[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new UsageError(`there is no ${printable(path)}`)
  if (!stat.isDirectory()) return [path]
  const files = readdirSync(path).filter((name) => /\.(har|json)$/.test(name))
  if (files.length === 0) throw new UsageError(`${printable(path)} has no captures: files that end in .har or .json`)
  return files.toSorted().map((name) => join(path, name))
}
