import { ignoreEpipe } from '../node/processes/ignore-epipe.ts'
import { exitOnSignalsAsPid1 } from '../node/processes/pid1.ts'
import { USAGE, run } from './run.ts'

/** How long a command that was stopped may take: for responses under way, and until its output is read. */
const STOP_TIMEOUT_MS = 900

/** Runs the command line as this process. @param args without the program and its file */
export async function main(args: readonly string[]): Promise<void> {
  // A promise that never settles drains the event loop: without this the exit code would be 0.
  process.once('beforeExit', endedEarly)
  ignoreEpipe()
  exitOnSignalsAsPid1()
  const { env, stdout, stderr } = process
  const code = await run(args, { env, stdin: () => process.stdin, stdout, stderr, onStop })
  // Lost output has set its own exit code.
  process.exitCode ||= code
  process.off('beforeExit', endedEarly)
}

function endedEarly(): void {
  process.stderr.write('rental-sim: it ended before it was done\n')
  process.exitCode = USAGE
}

function onStop(stop: () => void): void {
  const stopped = (): void => {
    stop()
    process.exitCode = 0
    // Unread output keeps the process alive; this timer does not.
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref()
  }
  process.once('SIGINT', stopped)
  process.once('SIGTERM', stopped)
  process.once('SIGHUP', stopped)
}
