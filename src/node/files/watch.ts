import { statSync } from 'node:fs'
import { errorMessage } from '../../kernel/error-message.ts'
import { libraryFiles } from './library.ts'
import { isSystemError } from '../client/system-error.ts'

/** Files are read once they stayed the same from one poll to the next: an editor may write a file in several steps. */
const POLL_INTERVAL_MS = 100

export interface FileWatcher {
  readonly close: () => void
}

export interface WatchTargets {
  readonly files: readonly string[]
  readonly library: string | undefined
}

/**
 * Calls `reload` when a file changes, and reports whether it was read. It polls: the events of the operating system for a
 * folder end when the folder is removed, as by a checkout of another branch, and never come on most mounts of a container.
 */
export function watchFiles(watching: WatchTargets, reload: () => void, report: (line: string) => void): FileWatcher {
  let read = stateOf(watching)
  let last = read
  const timer = setInterval(() => {
    const state = stateOf(watching)
    const isSettled = state === last
    last = state
    if (!isSettled || state === read) return
    read = state
    report(reloadReport(reload))
  }, POLL_INTERVAL_MS)
  return { close: () => clearInterval(timer) }
}

function reloadReport(reload: () => void): string {
  try {
    reload()
    return 'files changed: read again; a reset starts from them'
  } catch (error) {
    return `files changed, but cannot be used; the old ones stay:\n${errorMessage(error)}`
  }
}

/** A text that differs when any of the files does. */
function stateOf({ files, library }: WatchTargets): string {
  const inLibrary = library === undefined ? [] : tryOrErrorText(() => libraryFiles(library))
  if (typeof inLibrary === 'string') return inLibrary
  return [...files, ...inLibrary].map((file) => `${file} ${tryOrErrorText(() => fileState(file))}`).join('\n')
}

function fileState(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (stat === undefined) return 'missing'
  return stat.isFile() ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : 'no file'
}

/** What a function returns, or why the operating system refused. */
function tryOrErrorText<Found>(look: () => Found): Found | string {
  try {
    return look()
  } catch (error) {
    return isSystemError(error) ? `${error.code}` : String(error)
  }
}
