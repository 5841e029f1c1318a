import { Command, CommanderError } from 'commander'
import { openApiCommand } from './cli/openapi.ts'
import { serveCommand } from './cli/serve.ts'
import { DocumentError } from './harness/fixtures/problem.ts'
import { version } from './version.ts'

const USAGE = 2

const program = new Command('rental-sim')
  .description('Simulates the Compute Rental Marketplace API and says, in every answer, what it rests on.')
  .version(version)
  .addCommand(serveCommand(), { isDefault: true })
  .addCommand(openApiCommand())
  .showSuggestionAfterError()
  .exitOverride()

for (const command of program.commands) command.exitOverride()

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE
  } else if (error instanceof DocumentError || isSystemError(error)) {
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

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
