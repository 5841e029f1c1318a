import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { CommandIo, Environment } from './io.ts'
import { IoCommand } from './io-command.ts'
import { silentIn } from '../testing/findings/run-totals.ts'
import type { OpenSimulator } from '../server/open-simulator.ts'
import { openTotalsFolder, type TotalsFolder } from '../node/processes/collect-totals.ts'
import { listen } from '../node/listen.ts'
import { runCommand } from '../node/processes/run-command.ts'
import { SWEEP_FOLDER } from '../node/processes/join-sweep.ts'
import type { ReportData } from '../report/report-data.ts'
import { exitCodeOf, judge } from '../report/judge.ts'
import { mergeTotals } from '../report/merge.ts'
import { reportAs } from '../report/report.ts'
import { readAccepted } from './accepted-assumptions.ts'
import { checkWritable, formOfFile } from './report-file.ts'
import { keyWith } from './banner.ts'
import { type FailOptions, printAssumptions, printFailures, withFailOptions } from './report.ts'
import { type LogForm, logger } from './log/log.ts'
import { logOption, option, portOption, unreachablePort } from './options.ts'
import { defectsTo, openSimulation, type SimulationOptions } from './simulation.ts'
import type { DeclaredKey } from '../testing/fixtures/keys.ts'
import { warnOfLateOptions } from './usage-advice.ts'
import { withSimulatorOptions } from './simulator-options.ts'

interface ExecOptions extends SimulationOptions, FailOptions {
  readonly port: number
  readonly log: LogForm
  readonly report?: string
}

/** `rental-sim exec -- npm test`: a simulator for the length of one command. */
export function execCommand(io: CommandIo): Command {
  const command = new IoCommand('exec', io)
    .description(
      'Starts on a free port, runs a command with RENTAL_SIM_URL and RENTAL_SIM_API_KEY set, stops, and passes its exit code on.',
    )
    .argument('<command...>', 'the command with its arguments')
    .passThroughOptions()
    .addOption(portOption(0))
    .addOption(logOption('standard error', 'silent'))
    .addOption(
      option(
        '--report <file>',
        'write coverage and findings of the whole run: .xml is JUnit, .md Markdown, .json JSON, .txt text',
      ),
    )
  return withSimulatorOptions(withFailOptions(command)).action((words: readonly string[], options: ExecOptions) => {
    warnOfLateOptions(command, words, io)
    return exec(words, options, io)
  })
}

async function exec(
  command: readonly string[],
  { port, log, report, failOn, accept, ...options }: ExecOptions,
  io: CommandIo,
): Promise<void> {
  const { configFiles } = options
  if (io.env[SWEEP_FOLDER] !== undefined && io.env['RENTAL_SIM_URL'] !== undefined) {
    io.stderr.write('rental-sim: under a sweep exec runs the command alone: give its options to the sweep\n')
    io.exitCode = await runCommand(command, io.env, io)
    return
  }
  const form = report === undefined ? undefined : formOfFile(report)
  if (report !== undefined) checkWritable(report)
  const accepted = accept === undefined ? undefined : readAccepted(accept)
  if (accept !== undefined && report === undefined && failOn.length === 0)
    io.stderr.write('rental-sim: --accept does nothing without --fail-on assumed or judgement\n')
  const { onConnectionsRefused, onUnreadable, ...listeners } = logger(log, io.stderr)
  const { simulator, keys } = openSimulation({ ...options, ...defectsTo(io.stderr) }, listeners)
  const server = await listen(simulator, { host: '127.0.0.1', port, onConnectionsRefused, onUnreadable })
  io.stderr.write(
    `${unreachablePort(server.url)}rental-sim: ${server.url}, dashboard ${server.url}/_sim/ui${configFiles === undefined ? '' : `, config ${configFiles}`}\n`,
  )
  let folder: TotalsFolder | undefined
  try {
    if (report !== undefined || failOn.length > 0) folder = openTotalsFolder()
    const code = await runCommand(
      command,
      { ...commandEnvironment(io.env, server.url, keys(), options), ...folder?.env },
      io,
    )
    io.exitCode = code
    const judged = judge(gather(simulator, folder), { failOn, accepted })
    // A gate says so itself.
    if (judged.isEmpty && failOn.length === 0)
      io.stderr.write(
        `rental-sim: nothing was asked of ${server.url}: does the client take its address from RENTAL_SIM_URL?\n`,
      )
    if (folder === undefined) return
    printFailures(judged, io)
    printAssumptions(judged, io)
    if (report !== undefined && form !== undefined) writeFileSync(report, reportAs(form, judged))
    if (code === 0) io.exitCode = exitCodeOf(judged)
  } finally {
    folder?.remove()
    await server.close()
  }
}

/** The environment of a command that is to find a simulator. */
export const commandEnvironment = (
  env: Environment,
  url: string,
  keys: readonly DeclaredKey[],
  { config, controlToken }: Pick<SimulationOptions, 'config' | 'controlToken'>,
): Environment => ({
  ...env,
  ...pastProxies(env),
  ...(config === false && { RENTAL_SIM_NO_CONFIG: '1' }),
  RENTAL_SIM_URL: url,
  RENTAL_SIM_API_KEY: keyWith(keys, 'instance_read')?.key,
  RENTAL_SIM_CONTROL_TOKEN: controlToken,
})

/** Lets the command reach this machine without the proxy that its environment names. */
function pastProxies(env: Environment): Environment {
  const isProxied = Object.entries(env).some(([name, value]) => /^(https?|all)_proxy$/i.test(name) && value !== '')
  if (!isProxied) return {}
  const except = [env['no_proxy'] || env['NO_PROXY'] || [], '127.0.0.1', 'localhost'].flat().join(',')
  return { NO_PROXY: except, no_proxy: except }
}

/** Coverage and findings of the server, and of simulators in the processes of the command. */
function gather(simulator: OpenSimulator, folder: TotalsFolder | undefined): ReportData {
  const others = folder?.collect() ?? []
  const { coverage, findings, faults } = mergeTotals([simulator.totals(), ...others])
  const inProcess = others.length === 0 ? '' : `, and the simulators that the command made: ${others.length}`
  return {
    scope: `all sandboxes of the run, those that are gone too${inProcess}`,
    coverage,
    findings: [...findings, ...silentIn(faults)],
  }
}
