import type { ChildProcess } from 'node:child_process'
import spawn from 'cross-spawn'
import { UsageError } from '../../kernel/usage-error.ts'
import type { Ending } from '../../report/sweep/verdict.ts'
import { ownGroup, signalGroup } from '../processes/process-group.ts'

/** Thrown when a command cannot be started. */
class NoCommandError extends UsageError {}

export interface GroupOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Undefined is for ever. */
  readonly limitMs: number | undefined
  /** Ends the command and all that it started. */
  readonly signal: AbortSignal
}

/** Characters of a command's output that are kept: the last ones. */
const MAX_OUTPUT_CHARACTERS = 16 * 1024

/**
 * Runs a command in a process group of its own, which is ended whole on the time limit, when it is told to stop, and
 * when the command has ended and left something running.
 * @throws NoCommandError
 */
export async function runGroup(
  [command = '', ...args]: readonly string[],
  { env, limitMs, signal }: GroupOptions,
): Promise<Ending> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, ...ownGroup })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (output = (output + part).slice(-MAX_OUTPUT_CHARACTERS)))
  let timedOut = false
  const stop = (): void => signalGroup(child, 'SIGKILL')
  const timer = setTimeout(() => {
    timedOut = true
    stop()
  }, limitMs ?? FOR_EVER_MS)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const [code, endedBy] = await ended(child, command, stop)
    return { exitCode: timedOut || endedBy !== null ? null : code, signal: timedOut ? null : endedBy, timedOut, output }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** The longest that a timer can wait. */
const FOR_EVER_MS = 2 ** 31 - 1

/** How long what left the group may hold the output of a command that has ended. */
const OUTPUT_AFTER_EXIT_MS = 500

/** Nothing of the group outlasts the command, and what left the group is not waited for. */
const ended = (child: ChildProcess, command: string, stop: () => void) =>
  new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(new NoCommandError(error.code === 'ENOENT' ? `there is no command "${command}"` : error.message)),
    )
    child.once('exit', () => {
      stop()
      const timer = setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      }, OUTPUT_AFTER_EXIT_MS)
      child.once('close', () => clearTimeout(timer))
    })
    child.once('close', (code, signal) => resolve([code, signal]))
  })
