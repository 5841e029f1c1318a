import { Command, CommanderError } from 'commander'
import { readSwitches } from './options.ts'
import { didYouMean } from '../kernel/nearest.ts'
import { printableLines } from '../kernel/printable.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { outliveClosedOutput } from '../node/closed-output.ts'
import { endOnSignals } from '../node/first-process.ts'
import { isSystemError } from '../node/system-error.ts'
import { version } from '../version.ts'

const USAGE = 2

/** Each is read when it is called for: a health check does not wait for the simulator. */
const commands = new Map<string, () => Promise<Command>>([
  ['serve', async () => (await import('./serve.ts')).serveCommand()],
  ['health', async () => (await import('./health.ts')).healthCommand()],
  ['openapi', async () => (await import('./openapi.ts')).openApiCommand()],
  ['report', async () => (await import('./report.ts')).reportCommand()],
  ['validate', async () => (await import('./files.ts')).validateCommand()],
  ['bundle', async () => (await import('./replay.ts')).bundleCommand()],
  ['replay', async () => (await import('./replay.ts')).replayCommand()],
  ['scenarios', async () => (await import('./files.ts')).scenariosCommand()],
  ['init', async () => (await import('./init.ts')).initCommand()],
  ['exec', async () => (await import('./exec.ts')).execCommand()],
  ['pact', async () => (await import('./pact.ts')).pactCommand()],
])

const program = new Command('rental-sim')
  .description('Simulates the Compute Rental Marketplace API and says, in every answer, what it rests on.')
  .version(version)
  .showSuggestionAfterError()
  .exitOverride()

/** Runs the command that the arguments name. @param args without the program and its file */
export async function main(args: readonly string[]): Promise<void> {
  // What is set to nothing, as a secret that a build does not get, is not set.
  for (const [name, value] of Object.entries(process.env)) {
    if (value === '' && /^(RENTAL_SIM|PACT_BROKER)_/.test(name)) delete process.env[name]
  }
  // A wait for what never comes drains the event loop, and would pass for success.
  process.once('beforeExit', endedEarly)
  outliveClosedOutput()
  endOnSignals()
  await run(args)
  process.off('beforeExit', endedEarly)
}

function endedEarly(): void {
  process.stderr.write('rental-sim: it ended before it was done\n')
  process.exitCode = USAGE
}

async function run(args: readonly string[]): Promise<void> {
  const isHelp = args.some((each) => ['help', '--help', '-h'].includes(each))
  const [first = ''] = args
  const named = first === '' || first.startsWith('-') ? 'serve' : first
  try {
    if (named !== 'help' && !commands.has(named)) {
      program.error(`error: there is no command "${named}"${didYouMean(named, commands.keys())}`)
    }
    for (const [name, load] of commands) {
      if (isHelp || name === named) add(await load(), { isDefault: name === 'serve', isNamed: name === named })
    }
    await program.parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : USAGE
    } else if (error instanceof UsageError || isSystemError(error)) {
      process.stderr.write(`rental-sim: ${printableLines(inWords(error))}\n`)
      process.exitCode = USAGE
    } else {
      throw error
    }
  }
}

function add(command: Command, { isDefault, isNamed }: { isDefault: boolean; isNamed: boolean }): void {
  for (const each of [command, ...command.commands]) {
    each.exitOverride()
    if (isNamed) readSwitches(each)
  }
  program.addCommand(command, { isDefault })
}

function inWords(error: Error): string {
  return isSystemError(error) && error.code === 'EADDRINUSE'
    ? `${error.message}; --port 0 takes any free port`
    : error.message
}
