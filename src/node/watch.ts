import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DocumentError } from '../harness/fixtures/problem.ts'

/** An editor may write a file in several steps. */
const SETTLE_MS = 50

export interface Watched {
  readonly close: () => void
}

/** What is watched: files, and folders with all that is in them. */
export interface Watching {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

/**
 * Calls `reload` when something changes. The folders of files are watched, because editors replace files.
 * A file that cannot be used is reported, and nothing changes.
 */
export function watchFiles({ files, folders }: Watching, reload: () => void, report: (line: string) => void): Watched {
  let timer: NodeJS.Timeout | undefined
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => report(attempt(reload)), SETTLE_MS)
  }
  const watchers: FSWatcher[] = [
    ...files.map((file) =>
      watch(dirname(file), (_event, name) => {
        if (name === basename(file)) changed()
      }),
    ),
    ...folders.map((folder) => watch(folder, changed)),
  ]
  return {
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

function attempt(reload: () => void): string {
  try {
    reload()
    return 'files changed: read again'
  } catch (error) {
    if (error instanceof DocumentError) return `files changed, but cannot be used; the old ones stay:\n${error.message}`
    throw error
  }
}
