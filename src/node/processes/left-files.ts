import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers'

/** Files that are not written yet: the exit of the process writes them. */
const due = new Set<() => void>()
const writeAll = (): void => due.forEach((write) => write())

/** Writes once after each turn of the event loop in which it is asked to. */
interface Writer {
  readonly ask: () => void
  /** Writes now what was asked for. */
  readonly flush: () => void
}

/**
 * Leaves files of a simulator for the command that runs its process. Test runners end their workers without notice, and
 * few tests close a simulator: so files are written after each turn that changed something, and at the exit of the process.
 * @param loss the consequence when they cannot be written
 * @param write is given what makes a folder of this simulator alone
 */
export function leaveFiles(folder: string, loss: string, write: (own: () => string) => void): Writer {
  let own: string | undefined
  const flush = (): void => {
    if (!due.delete(flush)) return
    if (due.size === 0) process.off('exit', writeAll)
    try {
      write(() => (own ??= mkdtempSync(join(folder, 'simulator-'))))
    } catch (error) {
      process.emitWarning(`rental-sim: ${loss} of this process: ${String(error)}`)
    }
  }
  return {
    flush,
    ask: () => {
      if (due.has(flush)) return
      if (due.size === 0) process.once('exit', writeAll)
      due.add(flush)
      setImmediate(flush)
    },
  }
}

/** The files of that name which simulators left; none in a folder that the command deleted, or put something else in its place. */
export const filesLeft = (folder: string, name: string): readonly string[] =>
  (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [])
    .toSorted()
    .map((each) => join(folder, each, name))
    .filter((file) => existsSync(file))
