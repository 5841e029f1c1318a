import { type ChildProcess, spawnSync } from 'node:child_process'

export const isWindows = process.platform === 'win32'

/** Options of `spawn` that give a command a process group of its own. Windows has none, and would open a console window. */
export const ownGroup = { detached: !isWindows } as const

/** Sends a signal to a command with a process group of its own and to all that it started; on Windows it ends them. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  if (isWindows) {
    spawnSync('taskkill', ['/T', '/F', '/PID', String(pid)])
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}
