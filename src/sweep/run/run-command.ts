import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson } from '../../kernel/parse-json.ts'
import { UsageError } from '../../kernel/usage-error.ts'
import { isSystemError } from '../../node/client/system-error.ts'
import { MAX_CAPTURE_BYTES, readFile } from '../../node/files/library.ts'
import { listen } from '../../node/listen.ts'
import { filesLeft } from '../../node/processes/left-files.ts'
import { signalGroup, startCommand } from '../../node/processes/process-group.ts'
import { makeClaim, FACTS_FILE, MET_FILE, SWEEP_FOLDER, SWEEP_TRIAL } from '../../node/processes/join-sweep.ts'
import { quoteForShell } from '../../kernel/quote-for-shell.ts'
import type { OpenSimulator, Wiring } from '../../server/open-simulator.ts'
import { OpenTrial } from '../../testing/trial/open-trial.ts'
import type { Trial } from '../../testing/trial/trial.ts'
import { type Fact, factOf, factSchema, sandboxNamed } from '../fact.ts'
import type { Ending, Run } from '../judge.ts'
import { maskKeys } from '../mask-keys.ts'
import { NO_FAILURES, takeFailures } from './junit-file.ts'
import { secondsSince } from './run-sweep.ts'
import type { RunLimit } from './run-without-fault.ts'

/** What every run of a sweep is made with. */
interface CommandOptions {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Opens a simulator; the key is for RENTAL_SIM_API_KEY. */
  readonly open: (further: Pick<Wiring, 'trial' | 'log'>) => Promise<Opened>
  /** Where the command writes JUnit XML; FOLDER in it is the folder of the run. */
  readonly junit?: string | undefined
  /** A shell line that runs one test; TEST in it is the sandbox in which the trial is met. */
  readonly each?: string | undefined
}

interface Opened {
  readonly simulator: OpenSimulator
  readonly key: string | undefined
}

/** What stands for the folder of a run in the command and in the path of its JUnit file. */
export const FOLDER = '{folder}'

/** What stands for the sandbox of a trial in the line that runs one test. */
export const TEST = '{test}'

/** The command of a trial: where its sandbox has a name, only the test that has that name. */
function commandFor({ command, each }: CommandOptions, sandbox: string | undefined): readonly string[] {
  const test = sandboxNamed(sandbox)
  if (each === undefined || test === undefined || test === 'unnamed') return command
  return ['sh', '-c', each.replaceAll(TEST, quoteForShell(test))]
}

/** Runs the command once, against a simulator of its own on a free port of this process. */
export async function runCommandUnder(
  options: CommandOptions,
  trial: Trial | undefined,
  limit: RunLimit,
): Promise<Run> {
  const { env, open, junit } = options
  const command = commandFor(options, trial?.sandbox)
  const endless = new AbortController()
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-sweep-'))
  const facts: Fact[] = []
  const { simulator, key } = await open({
    ...(trial !== undefined && { trial: new OpenTrial(trial, { mayMeet: makeClaim(folder) }) }),
    log: (exchange, sandbox) => {
      if (facts.push(factOf(exchange, sandbox, Date.now())) === limit.maxCalls) endless.abort()
    },
  })
  const server = await listen(simulator, { host: '127.0.0.1', port: 0 })
  try {
    // Loads the rest of the server, so that the command's first request does not wait for it.
    await fetch(`${server.url}/_sim/health`)
    const inFolder = (text: string): string => text.replaceAll(FOLDER, folder)
    const began = performance.now()
    const ending = await runGroup(
      command.map(inFolder),
      {
        ...env,
        RENTAL_SIM_URL: server.url,
        RENTAL_SIM_API_KEY: key,
        [SWEEP_FOLDER]: folder,
        [SWEEP_TRIAL]: trial && JSON.stringify(trial),
      },
      { ...limit, endless: endless.signal },
    )
    const seconds = secondsSince(began)
    // Ends what a fault still holds, so that its exchange is among the facts.
    await server.close()
    const calls = [...facts, ...factsIn(folder)].toSorted((a, b) => a.realEndedMs - b.realEndedMs)
    const wasMet = existsSync(join(folder, MET_FILE))
    const mask = (text: string): string => maskKeys(text, calls)
    const output = mask(ending.output)
    const { failedTests, failedAssertion } = junit === undefined ? NO_FAILURES : takeFailures(inFolder(junit))
    return {
      ...ending,
      output,
      wroteKey: output !== ending.output,
      wasMet,
      seconds,
      calls,
      failedTests: failedTests.map(mask),
      failedAssertion: failedAssertion && mask(failedAssertion),
    }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What simulators in the processes of the command wrote. A command may write anything there: lines that are no facts are left out. */
export const factsIn = (folder: string): readonly Fact[] =>
  filesLeft(folder, FACTS_FILE)
    .flatMap((file) => textIn(file).split('\n'))
    .flatMap((line) => factSchema.safeParse(parseJson(line)).data ?? [])

/** The text of a file; empty where it is none that can be read to its end. */
function textIn(file: string): string {
  try {
    return readFile(file, MAX_CAPTURE_BYTES).text
  } catch (error) {
    if (error instanceof UsageError || isSystemError(error)) return ''
    throw error
  }
}

/** Characters of a command's output that are kept: the last ones. */
const MAX_OUTPUT_CHARACTERS = 16 * 1024

/** The longest that a timer can wait. */
const FOR_EVER_MS = 2 ** 31 - 1

/** How long what left the group may hold the output of a command that has ended. */
const OUTPUT_AFTER_EXIT_MS = 500

/**
 * Runs a command in a separate process group, which is ended whole on the time limit, on a signal to stop, and
 * when the command has ended and left something running. What left the group is not waited for.
 */
export async function runGroup(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { limitMs = FOR_EVER_MS, signal, endless }: RunLimit & { readonly endless?: AbortSignal },
): Promise<Ending> {
  const { child, ended } = startCommand(command, { stdio: ['ignore', 'pipe', 'pipe'], env }, true)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (output = (output + part).slice(-MAX_OUTPUT_CHARACTERS)))
  let stoppedMs: number | undefined
  const stop = (): void => signalGroup(child, 'SIGKILL')
  const stopLate = (): void => {
    stoppedMs ??= Date.now()
    stop()
  }
  const limit = setTimeout(stopLate, limitMs)
  endless?.addEventListener('abort', stopLate)
  let leave: NodeJS.Timeout | undefined
  child.once('exit', () => {
    stop()
    leave = setTimeout(() => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, OUTPUT_AFTER_EXIT_MS)
  })
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const [code, endedBy] = await ended
    if (stoppedMs !== undefined) return { exitCode: null, signal: null, timedOut: true, stoppedMs, output }
    return { exitCode: code, signal: endedBy, timedOut: false, output }
  } finally {
    clearTimeout(limit)
    clearTimeout(leave)
    signal.removeEventListener('abort', stop)
  }
}
