import { readFileSync } from 'node:fs'

/** Whether there is such a process; one that has ended waits for its parent's notice. */
export function isRunning(pid: string): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
