import { performance } from 'node:perf_hooks'
import { clearTimeout, setTimeout } from 'node:timers'
import { inspect } from 'node:util'
import type { SimulatorOptions } from '../../control/types.ts'
import { createWired } from '../../node/create-simulator.ts'
import { OpenTrial } from '../../testing/trial/open-trial.ts'
import type { Trial } from '../../testing/trial/trial.ts'
import { type Fact, factOf } from '../fact.ts'
import type { FlowRun } from '../flow-run.ts'
import type { Ending, Run } from '../judge.ts'
import { maskKeys } from '../mask-keys.ts'
import { secondsSince } from './run-sweep.ts'
import type { RunLimit } from './run-without-fault.ts'

/** Tests fake the clock of the process. */
const { now } = Date

/** Runs a flow once against a simulator of its own in this process. What outlasts the limit is left alone. */
export async function runFlow(
  options: SimulatorOptions,
  flow: (run: FlowRun) => unknown,
  trial: Trial | undefined,
  { limitMs, maxCalls }: RunLimit,
): Promise<Run> {
  const calls: Fact[] = []
  const endless = new AbortController()
  const simulator = createWired(options, {
    trial: trial && new OpenTrial(trial),
    log: (exchange, sandbox) => {
      if (calls.length === maxCalls) endless.abort()
      else calls.push(factOf(exchange, sandbox, now()))
    },
  })
  // A flow that asks for ever would leave no time for anything else: it waits from then on.
  const fetch: FlowRun['fetch'] = (...request) =>
    endless.signal.aborted ? new Promise(() => undefined) : simulator.fetch(...request)
  try {
    const url = await simulator.listen()
    const began = performance.now()
    const ending = await endingOf(async () => flow({ simulator, url, fetch }), limitMs, endless.signal)
    endless.abort()
    const seconds = secondsSince(began)
    // Ends what a fault still holds, so that its exchange is among the calls.
    await simulator.close()
    const output = maskKeys(ending.output, calls)
    return { ...ending, output, wroteKey: output !== ending.output, seconds, calls, failedTests: [] }
  } finally {
    await simulator.close()
  }
}

async function endingOf(
  flow: () => Promise<unknown>,
  limitMs: number | undefined,
  endless: AbortSignal,
): Promise<Ending> {
  const passed: Ending = { exitCode: 0, signal: null, timedOut: false, output: '' }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Ending>((resolve) => {
    const end = (): void => resolve({ ...passed, exitCode: null, timedOut: true, stoppedMs: now() })
    if (limitMs !== undefined) timer = setTimeout(end, limitMs)
    endless.addEventListener('abort', end)
  })
  const done = flow().then(
    () => passed,
    (error: unknown) => ({ ...passed, exitCode: 1, output: inspect(error) }),
  )
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}
