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

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

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
  const child = spawn(command, args, { stdio: ['inherit', handed(stdout), handed(stderr)], env })
  child.stdout?.pipe(stdout, { end: false })
  child.stderr?.pipe(stderr, { end: false })
  const passOn = (signal: NodeJS.Signals): void => {
    // A terminal interrupts the command itself; twice would be once too often.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of PASSED_ON) process.on(signal, passOn)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => reject(new NoCommandError(whyNot(command, error))))
      child.once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
    })
  } finally {
    for (const signal of PASSED_ON) process.off(signal, passOn)
  }
}

/** A stream of this process is the command's own too; any other is written to as the command writes. */
const handed = (stream: Writable) => (stream === process.stdout || stream === process.stderr ? 'inherit' : 'pipe')

const whyNot = (command: string, { code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' ? `there is no command "${command}"` : `${command} cannot be run: ${message}`
