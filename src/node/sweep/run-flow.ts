import { inspect } from 'node:util'
import { performance } from 'node:perf_hooks'
import { clearTimeout, setTimeout } from 'node:timers'
import type { Simulator } from '../../control/types.ts'
import type { Ending, RunFacts } from '../../report/sweep/verdict.ts'
import type { ServingOptions } from '../../server/engine.ts'
import { type Fact, factOf } from '../../testing/trial/fact.ts'
import { OpenTrial } from '../../testing/trial/open-trial.ts'
import { type Trial } from '../../testing/trial/trial.ts'
import type { FlowRun } from './flow-run.ts'
import type { RunLimit } from './sweep.ts'

/** Tests fake the clock of the process. */
const { now } = Date

/** Runs a function once against a simulator of its own in this process. What outlasts the limit is left alone. */
export async function runFlow(
  open: (taken: Pick<ServingOptions, 'trial' | 'log'>) => Simulator,
  flow: (run: FlowRun) => unknown,
  trial: Trial | undefined,
  { limitMs }: RunLimit,
): Promise<RunFacts> {
  const calls: Fact[] = []
  const simulator = open({
    trial: trial && new OpenTrial(trial),
    log: (exchange, sandbox) => void calls.push(factOf(exchange, sandbox, now())),
  })
  try {
    const url = await simulator.listen()
    const began = performance.now()
    const ending = await withinLimit(async () => flow({ simulator, url, fetch: simulator.fetch }), limitMs)
    const seconds = Math.round(performance.now() - began) / 1000
    // Ends what a fault still holds, so that its exchange is among the calls.
    await simulator.close()
    return { ...ending, seconds, calls, failedTests: [] }
  } finally {
    await simulator.close()
  }
}

async function withinLimit(flow: () => Promise<unknown>, limitMs: number | undefined): Promise<Ending> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Ending>((resolve) => {
    if (limitMs !== undefined)
      timer = setTimeout(() => resolve({ exitCode: null, signal: null, timedOut: true, output: '' }), limitMs)
  })
  const done = flow().then(
    () => ended(0, ''),
    (error: unknown) => ended(1, inspect(error)),
  )
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}

const ended = (exitCode: number, output: string): Ending => ({ exitCode, signal: null, timedOut: false, output })
