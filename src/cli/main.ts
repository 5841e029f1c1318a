import { outliveClosedOutput } from '../node/processes/ignore-epipe.ts'
import { endOnSignals } from '../node/processes/pid1.ts'
import { USAGE, run } from './run.ts'

/** How long a server that was told to stop waits for whoever reads what it wrote. */
const PATIENCE_MS = 500

/** Runs the command line as this process. @param args without the program and its file */
export async function main(args: readonly string[]): Promise<void> {
  // A wait for what never comes drains the event loop, and would pass for success.
  process.once('beforeExit', endedEarly)
  outliveClosedOutput()
  endOnSignals()
  const { env, stdout, stderr } = process
  const code = await run(args, { env, stdout, stderr, isOwnProcess: true, onStop })
  // Output that was lost has set another one.
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
    // Output that nobody reads keeps a process; this timer does not.
    setTimeout(() => process.exit(0), PATIENCE_MS).unref()
  }
  process.once('SIGINT', stopped)
  process.once('SIGTERM', stopped)
}
