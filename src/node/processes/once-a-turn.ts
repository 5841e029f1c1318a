import { setImmediate } from 'node:timers'

/** What is to be written yet: the exit of the process writes it. */
const due = new Set<() => void>()
const writeAll = (): void => due.forEach((write) => write())

/** Writes once after each turn of the event loop in which it is asked to. */
export interface Writer {
  readonly ask: () => void
  /** Writes now what was asked for. */
  readonly flush: () => void
}

/**
 * Test runners end their workers without notice, and few tests close a simulator: so files are written after each turn
 * that changed something, and at the exit of the process.
 */
export function onceATurn(write: () => void): Writer {
  const flush = (): void => {
    if (!due.delete(flush)) return
    if (due.size === 0) process.off('exit', writeAll)
    write()
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
