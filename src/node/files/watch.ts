import { statSync } from 'node:fs'
import { errorMessage } from '../../kernel/error-message.ts'
import { libraryFiles } from './library.ts'
import { isSystemError } from '../client/system-error.ts'

/** An editor may write a file in several steps: what has changed is read once it stays the same for so long. */
const LOOK_EVERY_MS = 100

export interface Watched {
  readonly close: () => void
}

/** What is watched: files, and all files of a library folder. */
export interface Watching {
  readonly files: readonly string[]
  readonly library: string | undefined
}

/**
 * Calls `reload` when something changes; what it throws is reported, and nothing changes. It looks instead of being told:
 * what the operating system tells of a folder ends when the folder is removed, as a checkout of another branch does, and
 * never begins on most mounts of a container.
 */
export function watchFiles(watching: Watching, reload: () => void, report: (line: string) => void): Watched {
  let read = stateOf(watching)
  let last = read
  const timer = setInterval(() => {
    const state = stateOf(watching)
    const isSettled = state === last
    last = state
    if (!isSettled || state === read) return
    read = state
    report(attempt(reload))
  }, LOOK_EVERY_MS)
  return { close: () => clearInterval(timer) }
}

function attempt(reload: () => void): string {
  try {
    reload()
    return 'files changed: read again'
  } catch (error) {
    return `files changed, but cannot be used; the old ones stay:\n${errorMessage(error)}`
  }
}

/** A text that is another one when any of the files is. */
function stateOf({ files, library }: Watching): string {
  const inLibrary = library === undefined ? [] : orWhyNot(() => libraryFiles(library))
  if (typeof inLibrary === 'string') return inLibrary
  return [...files, ...inLibrary].map((file) => `${file} ${orWhyNot(() => fileState(file))}`).join('\n')
}

function fileState(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (stat === undefined) return 'missing'
  return stat.isFile() ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : 'no file'
}

/** What the operating system refuses is a state too. */
function orWhyNot<Found>(look: () => Found): Found | string {
  try {
    return look()
  } catch (error) {
    return isSystemError(error) ? `${error.code}` : String(error)
  }
}
