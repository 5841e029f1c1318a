import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { RunFacts } from '../../report/sweep/verdict.ts'
import type { Engine, ServingOptions } from '../../server/engine.ts'
import { type Fact, factOf } from '../../testing/trial/fact.ts'
import { OpenTrial } from '../../testing/trial/open-trial.ts'
import { type Trial } from '../../testing/trial/trial.ts'
import { listen } from '../listen.ts'
import { collectFacts } from '../processes/collect-facts.ts'
import { claimIn, SWEEP_FOLDER, SWEEP_TRIAL } from '../processes/take-part.ts'
import { runGroup } from './command-group.ts'
import { takeFailedTests } from './junit-file.ts'

/** What every run of a sweep is made with. */
export interface RunOptions {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Opens a simulator; the key is for RENTAL_SIM_API_KEY. */
  readonly open: (further: Pick<ServingOptions, 'trial' | 'log'>) => Promise<Opened>
  /** Where the command writes JUnit XML; FOLDER in it is the folder of the run. */
  readonly junit?: string
}

interface Opened {
  readonly engine: Engine
  readonly key: string | undefined
}

/** What stands for the folder of a run in the command and in the path of its JUnit file. */
export const FOLDER = '{folder}'

/** Runs the command once, against a simulator of its own on a free port of this process. */
export async function runOnce(
  { command, env, open, junit }: RunOptions,
  trial: Trial | undefined,
  { limitMs, signal }: { readonly limitMs?: number; readonly signal: AbortSignal },
): Promise<RunFacts> {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-sweep-'))
  const facts: Fact[] = []
  const { engine, key } = await open({
    ...(trial !== undefined && { trial: new OpenTrial(trial, claimIn(folder)) }),
    log: (exchange, sandbox) => void facts.push(factOf(exchange, sandbox, Date.now())),
  })
  const server = await listen(engine, { host: '127.0.0.1', port: 0 })
  try {
    // Loads the rest of the server, so that the command's first request does not wait for it.
    await fetch(`${server.url}/_sim/health`)
    const inFolder = (text: string): string => text.replaceAll(FOLDER, folder)
    const began = performance.now()
    const ending = await runGroup(command.map(inFolder), {
      env: {
        ...env,
        RENTAL_SIM_URL: server.url,
        RENTAL_SIM_API_KEY: key,
        [SWEEP_FOLDER]: folder,
        [SWEEP_TRIAL]: trial && JSON.stringify(trial),
      },
      limitMs,
      signal,
    })
    const seconds = Math.round(performance.now() - began) / 1000
    // Ends what a fault still holds, so that its exchange is among the facts.
    await server.close()
    const calls = [...facts, ...collectFacts(folder)].toSorted((a, b) => a.endedMs - b.endedMs)
    return { ...ending, seconds, calls, failedTests: junit === undefined ? [] : takeFailedTests(inFolder(junit)) }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
