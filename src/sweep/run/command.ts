import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { stringify } from 'yaml'
import { checkWritable, formOfFile } from '../../cli/report-file.ts'
import { keyWith } from '../../cli/banner.ts'
import type { CommandIo } from '../../cli/io.ts'
import { IoCommand } from '../../cli/io-command.ts'
import { option, portOption, wholeNumber } from '../../cli/options.ts'
import { defectsTo, openSimulation, type Simulation, type SimulationOptions } from '../../cli/simulation.ts'
import { warnOfLateOptions } from '../../cli/usage-advice.ts'
import { withSimulatorOptions } from '../../cli/simulator-options.ts'
import { printable } from '../../kernel/printable.ts'
import { UsageError } from '../../kernel/usage-error.ts'
import { problemsOf, problemText } from '../../kernel/wire.ts'
import { isSystemError } from '../../node/client/system-error.ts'
import { readFile } from '../../node/files/library.ts'
import { listen } from '../../node/listen.ts'
import { DEFAULT_SANDBOX } from '../../sandbox/sandboxes.ts'
import { DocumentError } from '../../testing/fixtures/problem.ts'
import { readSource } from '../../testing/fixtures/source.ts'
import { families, type TrialFamily } from '../../testing/trial/trial.ts'
import { type Expectations, expectationsSchema, initialExpectations } from '../expectations.ts'
import { sweepAs, type SweepForm, sweepForms } from '../forms.ts'
import { LiveSweep } from '../live-sweep.ts'
import { badOf, type SweepReport } from '../report.ts'
import { usualFamilies } from '../plan.ts'
import { showChange, showSweep, showTrial } from '../shown-sweep.ts'
import { type Bar, type Baseline, baselineOf, failuresOf, readBaseline, readKnown, worseThan } from './gate.ts'
import { collect, readBar, readFamilies, readMilliseconds, repeatedOptions } from './options.ts'
import { progressTo } from './progress.ts'
import { FOLDER, runCommandUnder, TEST } from './run-command.ts'
import { runSweep, type Swept } from './run-sweep.ts'

interface SweepCommandOptions extends SimulationOptions {
  readonly only?: readonly TrialFamily[]
  readonly all?: boolean
  readonly each?: string
  readonly limit?: number
  readonly everyCall?: boolean
  readonly trial?: readonly string[]
  readonly jobs: number
  readonly budget?: number
  readonly junit?: string
  readonly format?: SweepForm
  readonly output: readonly string[]
  readonly saveBaseline?: string
  readonly write?: string
  readonly failBelow: Bar
  readonly baseline?: string
  readonly expectations?: string
  readonly init?: boolean
  readonly port: number
  readonly stay?: boolean
}

/** The file with what a team wants, where no other one is named. */
const EXPECTATIONS = 'sweep.yaml'

/** The shortest time limit of a trial. */
const MIN_LIMIT_MS = 10_000

const INTERRUPTED = 130

/** `rental-sim sweep -- npm test`: what the tests of a client notice, and what the client survives. */
export function sweepCommand(io: CommandIo): Command {
  const command = new IoCommand('sweep', io)
    .description(
      'Runs a command that tests a client again and again, each time with something else going wrong, and reports what the client does and what your tests miss.',
    )
    .argument('<command...>', `after --; ${FOLDER} in it stands for a folder of the run`)
    .addOption(
      option('--only <families>', `${families.join(', ')}; several are separated by commas`)
        .default(undefined, usualFamilies.join(','))
        .argParser(readFamilies),
    )
    .addOption(option('--all', 'all families: answers and wrong, too'))
    .addOption(option('--every-call', 'try each fault at every call, not only at the first, the second and the last'))
    // The variable of this name tells a command of its trial.
    .addOption(
      new Option(
        '--trial <id>',
        'only this trial; * matches a part between slashes, ** anything; repeatable',
      ).argParser<readonly string[] | undefined>((id, before) => collect(id, before ?? [])),
    )
    .addOption(
      option('--jobs <number>', 'trials at once')
        .default(availableParallelism(), 'one for each processor')
        .argParser(wholeNumber(1, 256)),
    )
    .addOption(
      option('--limit <time>', 'how long a trial may take')
        .default(undefined, 'three times the first run, and at least 10s')
        .argParser(readMilliseconds),
    )
    .addOption(
      option(
        '--each <line>',
        `a shell line that runs one test, for the trials of its sandbox: ${TEST} stands for the name of the sandbox`,
      ),
    )
    .addOption(option('--budget <time>', 'begin no trial after 90s, 10m or 1h').argParser(readMilliseconds))
    .addOption(option('--format <form>', sweepForms.join(', ')).choices(sweepForms).default(undefined, 'text'))
    .addOption(
      option(
        '--output <file>',
        'write to a file instead of standard output, as its ending says (.json, .xml, .md, .txt), or else --format; repeatable',
      )
        .default([], 'none')
        .argParser(collect),
    )
    .addOption(
      option(
        '--junit <path>',
        `where the command writes JUnit XML, for the tests that fail; with ${FOLDER} in it trials run at once`,
      ),
    )
    .addOption(option('--write <folder>', 'write a scenario for each bad verdict, which reproduces it'))
    .addOption(
      option('--fail-below <figures>', 'exit 1 below these percentages: resilience=90,sensitivity=80')
        .default({}, 'nothing')
        .argParser(readBar),
    )
    .addOption(option('--baseline <file>', 'an earlier sweep: report what became worse, and exit 1 for that only'))
    .addOption(option('--save-baseline <file>', 'write ids and verdicts, for --baseline'))
    .addOption(
      option('--expectations <file>', 'the file with the verdicts that you want').default(
        undefined,
        `${EXPECTATIONS}, where it is`,
      ),
    )
    .addOption(option('--init', `write ${EXPECTATIONS} from this run, for review`))
    .addOption(portOption(0, 'of the dashboard; 0 takes any free port'))
    .addOption(option('--stay', 'the dashboard stays when the sweep is over, until Ctrl-C'))
  return withSimulatorOptions(command).action((words: readonly string[], options: SweepCommandOptions) => {
    warnOfLateOptions(command, words, io)
    return sweep(words, options, io)
  })
}

async function sweep(command: readonly string[], options: SweepCommandOptions, io: CommandIo): Promise<void> {
  const { junit, init, write, each } = options
  if (init === true && existsSync(EXPECTATIONS)) throw new UsageError(`${EXPECTATIONS} is there already`)
  const outputs = options.output.map((file) => ({ file, form: formOfFile(file, options.format) }))
  for (const file of [options.output, options.saveBaseline ?? [], init === true ? EXPECTATIONS : []].flat())
    checkWritable(file)
  if (write !== undefined) mkdirSync(write, { recursive: true })
  const known = readKnown(options.saveBaseline)
  const before = options.baseline === undefined ? undefined : readBaseline(options.baseline)
  const expectations = readExpectations(options.expectations)
  const live = new LiveSweep(command, repeatedOptions(io.args))
  const watched = { ...options, ...defectsTo(io.stderr) }
  const { simulator }: Simulation = openSimulation(watched, {
    sweep: {
      show: () => showSweep(live),
      showTrial: (number) => showTrial(live, number, (name) => simulator.sandboxes.find(name)),
    },
  })
  const dashboard = await listen(simulator, { host: '127.0.0.1', port: options.port })
  const stopping = onFirstSignal()
  const open = async (further: object) => {
    const { simulator, keys } = openSimulation(watched, further)
    return { simulator, key: keyWith(keys(), 'instance_read')?.key }
  }
  try {
    io.stderr.write(
      `rental-sim: watch it at ${dashboard.url}/_sim/ui/coverage${options.configFiles === undefined ? '' : `, config ${options.configFiles}`}\n`,
    )
    const env = { ...io.env, ...(options.config === false && { RENTAL_SIM_NO_CONFIG: '1' }) }
    const tell = progressTo(io.stderr)
    const swept = await runSweep({
      only: options.only ?? (options.all === true || options.trial !== undefined ? families : usualFamilies),
      everyCall: options.everyCall === true,
      trial: options.trial,
      command,
      expectations,
      inForce: simulator.sandboxes.peek(DEFAULT_SANDBOX).world.rules,
      // Trials that write to the same file would read each other's.
      jobs: junit === undefined || junit.includes(FOLDER) ? options.jobs : 1,
      limitMs: options.limit,
      minLimitMs: MIN_LIMIT_MS,
      budgetMs: options.budget,
      run: (trial, limit) => runCommandUnder({ command, env, open, junit, each }, trial, limit),
      live,
      onChange: (over, calls) => {
        showChange(simulator.sandboxes, over, calls)
        if (over !== undefined) tell(live)
      },
      signal: stopping.signal,
    })
    const worse = before && worseThan(swept.report, before)
    if (options.output.length === 0) io.stdout.write(sweepAs(options.format ?? 'text', swept.report, worse))
    for (const { file, form } of outputs) writeOrPrint(file, sweepAs(form, swept.report, worse), io)
    if (options.saveBaseline !== undefined)
      writeOrPrint(options.saveBaseline, `${JSON.stringify(baselineOf(swept.report, known), undefined, 2)}\n`, io)
    if (write !== undefined) writeScenarios(write, swept)
    if (init === true) writeFileSync(EXPECTATIONS, initialExpectations(swept.report))
    io.exitCode = stopping.signal.aborted ? INTERRUPTED : exitCodeOf(swept.report, options.failBelow, before, io)
    if (options.stay === true && !stopping.signal.aborted) {
      io.stderr.write('rental-sim: the sweep is over; its dashboard stays until Ctrl-C\n')
      await once(stopping.signal, 'abort')
    }
  } finally {
    stopping.forget()
    await dashboard.close()
  }
}

/** Writes a file; what cannot be written goes to standard output, so that a long sweep is not lost. */
function writeOrPrint(file: string, text: string, { stdout, stderr }: CommandIo): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    if (!isSystemError(error)) throw error
    stderr.write(`rental-sim: ${file} cannot be written (${error.code}): it follows on standard output\n`)
    stdout.write(text)
  }
}

/** Aborts when this process gets a signal to stop: the first time only, so that a second time ends it at once. */
function onFirstSignal(): { readonly signal: AbortSignal; readonly forget: () => void } {
  const controller = new AbortController()
  const stop = (): void => {
    forget()
    controller.abort()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const forget = (): void => signals.forEach((each) => process.off(each, stop))
  for (const each of signals) process.on(each, stop)
  return { signal: controller.signal, forget }
}

function exitCodeOf(report: SweepReport, bar: Bar, before: Baseline | undefined, { stderr }: CommandIo): number {
  if (report.resilience.total + report.refusals.total + report.sensitivity.total === 0) {
    stderr.write('rental-sim: no trial met a call, so there is nothing to judge\n')
    return 2
  }
  const failures = failuresOf(report, bar, before)
  for (const each of failures) stderr.write(`rental-sim: ${printable(each)}\n`)
  return failures.length > 0 ? 1 : 0
}

/**
 * Reads what a team wants under faults.
 * @throws DocumentError when it cannot be used
 */
function readExpectations(named: string | undefined): Expectations {
  if (named === undefined && !existsSync(EXPECTATIONS)) return {}
  const file = named ?? EXPECTATIONS
  const { value, locate } = readSource(readFile(file).text, file)
  const { success, data, error } = expectationsSchema.safeParse(value ?? {})
  if (success) return data
  throw new DocumentError(
    problemsOf(error).map((problem) => ({ ...locate(problem.path), path: [], message: problemText(problem) })),
  )
}

function writeScenarios(folder: string, { report, scenarios }: Swept): void {
  for (const { id } of badOf(report.trials)) {
    const scenario = scenarios.get(id)
    if (scenario !== undefined) writeFileSync(join(folder, `${scenario.name}.yaml`), stringify(scenario))
  }
}
