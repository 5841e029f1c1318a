import { constants } from 'node:os'
import spawn from 'cross-spawn'
import { UsageError } from '../kernel/usage-error.ts'

/** Thrown when a command cannot be started. */
class NoCommandError extends UsageError {}

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command on this terminal and passes on the signals that this process gets.
 * @returns its exit code; 128 and the number of the signal when one ended it
 * @throws NoCommandError
 */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env })
  const passOn = (signal: NodeJS.Signals): void => {
    // A terminal interrupts the command itself; twice would be once too often.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of PASSED_ON) process.on(signal, passOn)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => reject(new NoCommandError(whyNot(command, error))))
      child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
    })
  } finally {
    for (const signal of PASSED_ON) process.off(signal, passOn)
  }
}

const whyNot = (command: string, { code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' ? `there is no command "${command}"` : `${command} cannot be run: ${message}`
