import { constants } from 'node:os'
import type { Writable } from 'node:stream'
import { isatty } from 'node:tty'
import { isWindows, signalGroup, startCommand } from './process-group.ts'

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
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { stdout, stderr }: Streams,
): Promise<number> {
  const inTerminal = [0, 1, 2].some((fd) => isatty(fd))
  const { child, ended } = startCommand(
    command,
    { stdio: ['inherit', stdioOf(stdout), stdioOf(stderr)], env },
    !inTerminal,
  )
  child.stdout?.pipe(stdout, { end: false })
  child.stderr?.pipe(stderr, { end: false })
  const isWhole = isWindows || !inTerminal
  const passOn = (signal: NodeJS.Signals): void => {
    if (inTerminal && signal === 'SIGINT') return
    if (isWhole) signalGroup(child, signal)
    else child.kill(signal)
  }
  for (const signal of FORWARDED_SIGNALS) process.on(signal, passOn)
  if (isWhole) child.once('exit', () => signalGroup(child, 'SIGKILL'))
  try {
    const [code, signal] = await ended
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal])
  } finally {
    for (const signal of FORWARDED_SIGNALS) process.off(signal, passOn)
  }
}

/** The command inherits a stream of this process; its output is piped into any other. */
const stdioOf = (stream: Writable) => (stream === process.stdout || stream === process.stderr ? 'inherit' : 'pipe')
