import { constants } from 'node:os'
import type { Writable } from 'node:stream'
import spawn from 'cross-spawn'
import { UsageError } from '../../kernel/usage-error.ts'

/** Thrown when a command cannot be started. */
class NoCommandError extends UsageError {}

interface Streams {
  readonly stdout: Writable
  readonly stderr: Writable
}

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command on this terminal, or with these streams, and passes on the signals that this process gets.
 * @returns its exit code; 128 and the number of the signal when one ended it
 * @throws NoCommandError
 */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { stdout, stderr }: Streams,
): Promise<number> {
  const child = spawn(command, args, { stdio: ['inherit', stdioOf(stdout), stdioOf(stderr)], env })
  child.stdout?.pipe(stdout, { end: false })
  child.stderr?.pipe(stderr, { end: false })
  const passOn = (signal: NodeJS.Signals): void => {
    // A terminal sends Ctrl-C to the command itself too.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of FORWARDED_SIGNALS) process.on(signal, passOn)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => reject(new NoCommandError(startErrorText(command, error))))
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
