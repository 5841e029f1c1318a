import { type ChildProcess, type SpawnOptions, spawnSync } from 'node:child_process'
import spawn from 'cross-spawn'
import { UsageError } from '../../kernel/usage-error.ts'

/** Thrown when a command cannot be started. */
class NoCommandError extends UsageError {}

export const isWindows = process.platform === 'win32'

interface Started {
  readonly child: ChildProcess
  /**
   * Resolves when the command has ended and its output is read: its exit code, or the signal that ended it.
   * Rejects with a NoCommandError when it cannot be started.
   */
  readonly ended: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>
}

/**
 * Starts a command.
 * @param ownGroup whether it gets a process group of its own. Windows has none, and would open a console window.
 */
export function startCommand(
  [command = '', ...args]: readonly string[],
  options: SpawnOptions,
  ownGroup: boolean,
): Started {
  const child = spawn(command, args, { ...options, detached: ownGroup && !isWindows })
  const ended = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(
        new NoCommandError(
          code === 'ENOENT'
            ? `there is no command "${command}"${command.includes(' ') ? `: without the quotes it is ${command}, as a shell line sh -c '${command}'` : ''}`
            : `${command} cannot be run: ${message}`,
        ),
      ),
    )
    child.once('close', (code, signal) => resolve([code, signal]))
  })
  return { child, ended }
}

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
