#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { execCommand } from './cli/exec.ts'
import { scenariosCommand, validateCommand } from './cli/files.ts'
import { initCommand } from './cli/init.ts'
import { openApiCommand } from './cli/openapi.ts'
import { pactCommand } from './cli/pact.ts'
import { reportCommand } from './cli/report.ts'
import { bundleCommand, replayCommand } from './cli/replay.ts'
import { serveCommand } from './cli/serve.ts'
import { DocumentError } from './harness/fixtures/problem.ts'
import { didYouMean } from './kernel/nearest.ts'
import { NoSimulatorError } from './node/control-call.ts'
import { NoCommandError } from './node/run-command.ts'
import { NoPactError } from './node/verify-pacts.ts'
import { version } from './version.ts'

const USAGE = 2

const program = new Command('rental-sim')
  .description('Simulates the Compute Rental Marketplace API and says, in every answer, what it rests on.')
  .version(version)
  .addCommand(serveCommand(), { isDefault: true })
  .addCommand(openApiCommand())
  .addCommand(reportCommand())
  .addCommand(validateCommand())
  .addCommand(bundleCommand())
  .addCommand(replayCommand())
  .addCommand(scenariosCommand())
  .addCommand(initCommand())
  .addCommand(execCommand())
  .addCommand(pactCommand())
  .showSuggestionAfterError()
  .exitOverride()

for (const command of program.commands) {
  command.exitOverride()
  for (const inner of command.commands) inner.exitOverride()
}

// A switch that is set to nothing, 0 or false is off.
for (const name of [
  'RENTAL_SIM_NO_RATE_LIMIT',
  'RENTAL_SIM_STRICT',
  'RENTAL_SIM_WATCH',
  'RENTAL_SIM_PUBLISH',
  'RENTAL_SIM_ENABLE_PENDING',
]) {
  if (['', '0', 'false'].includes(process.env[name] ?? '')) delete process.env[name]
}

/** What a person did, or what is missing: said in one line, without a stack. */
const expected = [DocumentError, NoSimulatorError, NoCommandError, NoPactError]

const [first] = process.argv.slice(2)
const known = program.commands.map((command) => command.name())

try {
  if (first !== undefined && !first.startsWith('-') && ![...known, 'help'].includes(first)) {
    program.error(`error: there is no command "${first}"${didYouMean(first, known)}`)
  }
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE
  } else if (isExpected(error)) {
    process.stderr.write(`rental-sim: ${inWords(error)}\n`)
    process.exitCode = USAGE
  } else {
    throw error
  }
}

function inWords(error: Error): string {
  return isSystemError(error) && error.code === 'EADDRINUSE'
    ? `${error.message}; --port 0 takes any free port`
    : error.message
}

function isExpected(error: unknown): error is Error {
  return expected.some((kind) => error instanceof kind) || isSystemError(error)
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
