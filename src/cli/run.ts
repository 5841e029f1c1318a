import { isIPv6 } from 'node:net'
import { type Command, CommanderError } from 'commander'
import type { CommandIo, Environment, Io } from './io.ts'
import { IoCommand } from './io-command.ts'
import { readSwitches } from './options.ts'
import { usageAdvice } from './usage-advice.ts'
import { mistypedIn } from './variables.ts'
import { didYouMean } from '../kernel/nearest.ts'
import { fieldOf } from '../kernel/object.ts'
import { printable, printableLines } from '../kernel/printable.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { isSystemError } from '../node/client/system-error.ts'
import { version } from '../version.ts'

/** The exit code for what cannot be done. */
export const USAGE = 2

/** Each is loaded when it is called: a health check needs no simulator. */
const commands = new Map<string, (io: CommandIo) => Promise<Command>>([
  ['serve', async (io) => (await import('./serve.ts')).serveCommand(io)],
  ['health', async (io) => (await import('./health.ts')).healthCommand(io)],
  ['openapi', async (io) => (await import('./schema.ts')).openApiCommand(io)],
  ['schema', async (io) => (await import('./schema.ts')).schemaCommand(io)],
  ['report', async (io) => (await import('./report.ts')).reportCommand(io)],
  ['validate', async (io) => (await import('./files.ts')).validateCommand(io)],
  ['bundle', async (io) => (await import('./replay.ts')).bundleCommand(io)],
  ['replay', async (io) => (await import('./replay.ts')).replayCommand(io)],
  ['scenarios', async (io) => (await import('./files.ts')).scenariosCommand(io)],
  ['import', async (io) => (await import('../import/command.ts')).importCommand(io)],
  ['drift', async (io) => (await import('../drift/command.ts')).driftCommand(io)],
  ['init', async (io) => (await import('./init/init.ts')).initCommand(io)],
  ['doctor', async (io) => (await import('./doctor.ts')).doctorCommand(io)],
  ['sweep', async (io) => (await import('../sweep/run/command.ts')).sweepCommand(io)],
  ['exec', async (io) => (await import('./exec.ts')).execCommand(io)],
  ['pact', async (io) => (await import('../pact/command.ts')).pactCommand(io)],
])

/**
 * Runs the command that the arguments name.
 * @param args without the program and its file
 * @returns the exit code, once the command is done; a server is done when a signal stops it
 */
export async function run(args: readonly string[], { env, ...rest }: Io): Promise<number> {
  const io: CommandIo = { ...rest, env: withoutAccidents(env), args, exitCode: 0 }
  for (const line of mistypedIn(env)) io.stderr.write(`rental-sim: ${line}\n`)
  try {
    await (await programFor(args, io)).parseAsync(args, { from: 'user' })
    return io.exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      const advice = await usageAdvice(error, io, commands)
      if (advice !== undefined) io.stderr.write(`${printable(advice)}\n`)
      return error.exitCode === 0 ? 0 : USAGE
    }
    if (!(error instanceof UsageError || isSystemError(error))) throw error
    io.stderr.write(`rental-sim: ${printableLines(await messageOf(error))}\n`)
    return USAGE
  }
}

/**
 * Without variables that were not set for rental-sim: many builds set empty ones, and Kubernetes tells pods about a service named
 * `rental-sim`. An empty control token stays, and is refused: left out, it would open the server.
 */
const withoutAccidents = (env: Environment): CommandIo['env'] =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        (value !== '' || name === 'RENTAL_SIM_CONTROL_TOKEN' || !/^(RENTAL_SIM|PACT_BROKER)_/.test(name)) &&
        (name !== 'RENTAL_SIM_PORT' || !/^(tcp|udp|sctp):\/\//.test(value ?? '')),
    ),
  )

/** The commands that the arguments ask for. */
async function programFor(args: readonly string[], io: CommandIo): Promise<Command> {
  const program = new IoCommand('rental-sim', io)
    .description('Simulates the Compute Rental Marketplace API and says, in every answer, what it rests on.')
    .version(version)
    .showSuggestionAfterError()
    .enablePositionalOptions()
  const isHelp = args.some((each) => ['help', '--help', '-h'].includes(each))
  const [first = ''] = args
  const named = first === '' || first.startsWith('-') ? 'serve' : first
  if (named !== 'help' && !commands.has(named)) {
    program.error(`error: there is no command "${named}"${didYouMean(named, commands.keys())}`)
  }
  for (const [name, load] of commands) {
    if (!isHelp && name !== named) continue
    const command = await load(io)
    program.addCommand(command, { isDefault: name === 'serve' })
    if (name === named) for (const each of [command, ...command.commands]) readSwitches(each, io)
  }
  return program
}

/** How long a program that has the port may take to say that it is a simulator. */
const OTHER_TIMEOUT_MS = 300

async function messageOf(error: Error): Promise<string> {
  if (!isSystemError(error) || error.code !== 'EADDRINUSE') return error.message
  const { healthProblem } = await import('../node/client/health-problem.ts')
  const address = String(fieldOf(error, 'address'))
  const url = `http://${isIPv6(address) ? `[${address}]` : address}:${String(fieldOf(error, 'port'))}/_sim/health`
  const isSimulator = URL.canParse(url) && (await healthProblem(new URL(url), OTHER_TIMEOUT_MS)) === undefined
  const other = isSimulator ? '; a simulator is running on that port already' : ''
  return `${error.message}${other}; --port 0 takes any free port`
}
