import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { Command } from 'commander'
import { Tally } from '../harness/tally.ts'
import { listen } from '../node/listen.ts'
import { runCommand } from '../node/run-command.ts'
import { type FailOn, failuresOf, reportAs, type ReportForm } from '../report/report.ts'
import { keyWith } from './banner.ts'
import { failOnOption, tell } from './report.ts'
import { option, wholeNumber } from './options.ts'
import {
  openSimulation,
  type ServerOptions,
  withServerOptions,
  withWorldOptions,
  type WorldOptions,
} from './simulation.ts'

interface ExecOptions extends WorldOptions, ServerOptions {
  readonly port: number
  readonly report?: string
  readonly failOn: readonly FailOn[]
}

/** `rental-sim exec -- npm test`: a simulator for the length of one command. */
export function execCommand(): Command {
  const command = new Command('exec')
    .description(
      'Starts on a free port, runs a command with RENTAL_SIM_URL and RENTAL_SIM_API_KEY set, stops, and passes its exit code on.',
    )
    .argument('<command...>', 'after --')
    .addOption(option('--port <number>', '0 takes any free port').default(0).argParser(wholeNumber(0, 65_535)))
    .addOption(
      option('--report <file>', 'write coverage and findings of the whole run: .xml is JUnit, .md Markdown, else text'),
    )
    .addOption(failOnOption())
  return withServerOptions(withWorldOptions(command)).action(exec)
}

async function exec(command: readonly string[], { port, report, failOn, ...options }: ExecOptions): Promise<void> {
  if (report !== undefined) checkWritable(report)
  const tally = new Tally()
  const { engine, keys } = await openSimulation(options, { tally })
  const server = await listen(engine, { host: '127.0.0.1', port })
  try {
    // Nothing of the server is left to be loaded when the command's first request comes.
    await fetch(`${server.url}/_sim/health`)
    const code = await runCommand(command, {
      ...process.env,
      RENTAL_SIM_URL: server.url,
      RENTAL_SIM_API_KEY: keyWith(keys(), 'instance_read')?.key,
      RENTAL_SIM_CONTROL_TOKEN: options.controlToken,
    })
    for (const { world } of engine.sandboxes.list()) tally.leave(world.faults.list(), world.start.scenario?.name)
    const gathered = tally.report()
    const failures = failuresOf(gathered, failOn)
    process.exitCode = code === 0 && failures.length > 0 ? 1 : code
    tell(failures)
    if (report !== undefined) writeFileSync(report, reportAs(formOf(report), gathered, failures))
  } finally {
    await server.close()
  }
}

/** Known before the command runs, not after it; whatever is there, or is not, stays so. */
function checkWritable(file: string): void {
  const isThere = existsSync(file)
  closeSync(openSync(file, 'a'))
  if (!isThere) rmSync(file)
}

function formOf(file: string): ReportForm {
  const ending = extname(file)
  return ending === '.xml' ? 'junit' : ending === '.md' ? 'markdown' : 'text'
}
