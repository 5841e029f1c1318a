import { constants } from 'node:os'
import type { Writable } from 'node:stream'
import { isatty } from 'node:tty'
import spawn from 'cross-spawn'
import { UsageError } from '../../kernel/usage-error.ts'
import { isWindows, ownGroup, signalGroup } from './process-group.ts'

/** Thrown when a command cannot be started. */
class NoCommandError extends UsageError {}

interface Streams {
  readonly stdout: Writable
  readonly stderr: Writable
}

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command on this terminal, or with these streams, and passes on the signals that this process gets. Where there
 * is not a terminal, all that the command started ends with it, also what ignores signals.
 *
 * In a terminal the command stays in the process group of this process. Node gives a command a group of its own only with
 * a session of its own, and that has no terminal: Ctrl-Z, job control of a shell and prompts on /dev/tty would not work.
 * The terminal itself sends Ctrl-C to all that the command started.
 * @returns its exit code; 128 and the number of the signal when one ended it
 * @throws NoCommandError
 */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { stdout, stderr }: Streams,
): Promise<number> {
  const inTerminal = [0, 1, 2].some((fd) => isatty(fd))
  const child = spawn(command, args, {
    stdio: ['inherit', stdioOf(stdout), stdioOf(stderr)],
    env,
    ...(!inTerminal && ownGroup),
  })
  child.stdout?.pipe(stdout, { end: false })
  child.stderr?.pipe(stderr, { end: false })
  const isWhole = isWindows || !inTerminal
  const passOn = (signal: NodeJS.Signals): void => {
    if (inTerminal && signal === 'SIGINT') return
    if (isWhole) signalGroup(child, signal)
    else child.kill(signal)
  }
  for (const signal of FORWARDED_SIGNALS) process.on(signal, passOn)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => reject(new NoCommandError(startErrorText(command, error))))
      if (isWhole) child.once('exit', () => signalGroup(child, 'SIGKILL'))
      child.once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
    })
  } finally {
    for (const signal of FORWARDED_SIGNALS) process.off(signal, passOn)
  }
}

/** The command inherits a stream of this process; its output is piped into any other. */
const stdioOf = (stream: Writable) => (stream === process.stdout || stream === process.stderr ? 'inherit' : 'pipe')

const startErrorText = (command: string, { code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' ? `there is no command "${command}"` : `${command} cannot be run: ${message}`
