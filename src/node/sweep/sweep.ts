import { performance } from 'node:perf_hooks'
import { globMatches } from '../../kernel/glob.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { UsageError } from '../../kernel/usage-error.ts'
import { differences } from '../../report/sweep/alike.ts'
import { callsByOperation } from '../../report/sweep/counts.ts'
import type { Expectations } from '../../report/sweep/expectations.ts'
import { mostTellingFirst, type PlanOptions, planTrials } from '../../report/sweep/plan.ts'
import { resultOf, sweepReport, type SweepReport, type TrialResult } from '../../report/sweep/result.ts'
import { scenarioOf } from '../../report/sweep/scenario.ts'
import type { RunFacts } from '../../report/sweep/verdict.ts'
import type { Trial } from '../../testing/trial/trial.ts'

/** Thrown when a command cannot be swept, or no trial can be run. */
class SweepError extends UsageError {}

export interface RunLimit {
  /** Undefined is for ever. */
  readonly limitMs?: number
  /** Aborted when nothing more is to be run. */
  readonly signal: AbortSignal
}

/** Keeps results between sweeps. */
export interface ResultCache {
  readonly find: (trial: Trial) => KeptTrial | undefined
  readonly keep: (trial: Trial, kept: KeptTrial) => void
}

/** What became of a trial: the facts that a verdict is made from, apart from the calls before the plan. */
export interface KeptTrial {
  readonly run: RunFacts
}

export interface SweepOptions extends PlanOptions {
  readonly command: readonly string[]
  /** Runs the command once; without a trial with nothing wrong. */
  readonly run: (trial: Trial | undefined, limit: RunLimit) => Promise<RunFacts>
  readonly inForce: RulesInForce
  readonly jobs: number
  /** The least time limit of a trial; it is three times the baseline where that is longer. */
  readonly leastLimitMs: number
  /** Only trials with such an id; `*` stands for anything. */
  readonly trial?: string
  /** No trial is begun after so long. */
  readonly budgetMs?: number
  readonly expectations: Expectations
  readonly cache?: ResultCache
  /** Called when a trial is done. */
  readonly onProgress?: (progress: Progress) => void
  readonly signal: AbortSignal
}

export interface Progress {
  readonly done: number
  readonly total: number
  readonly bad: number
  readonly secondsLeft: number
}

export interface Swept {
  readonly report: SweepReport
  /** Scenarios that do what each trial that was run did, by its id. */
  readonly scenarios: ReadonlyMap<string, ReturnType<typeof scenarioOf>>
}

/** @throws SweepError when the command fails with nothing wrong, or differs from run to run, or calls nothing */
export async function runSweep(options: SweepOptions): Promise<Swept> {
  const { command, run, expectations, cache, signal } = options
  const baseline = await runBaseline(options)
  const operations = callsByOperation(baseline.calls)
  const { trials, alike } = chosenFrom(planTrials(baseline.calls, options.inForce, options), options)
  const done = new Map<string, TrialResult>()
  const scenarios = new Map<string, ReturnType<typeof scenarioOf>>()
  const limitMs = Math.max(options.leastLimitMs, 3 * baseline.seconds * 1000)
  const judge = (trial: Trial, facts: RunFacts): void => {
    done.set(trial.id, resultOf(trial, facts, baseline, expectations))
    scenarios.set(trial.id, scenarioOf(trial, facts.calls))
    options.onProgress?.(progressOf(done, trials.length, began))
  }
  const waiting: Trial[] = []
  const began = performance.now()
  for (const trial of mostTellingFirst(trials)) {
    const kept = cache?.find(trial)
    if (kept === undefined) waiting.push(trial)
    else judge(trial, kept.run)
  }
  const mayBegin = (): boolean =>
    !signal.aborted && performance.now() - began < (options.budgetMs ?? Number.POSITIVE_INFINITY)
  const worker = async (): Promise<void> => {
    while (mayBegin()) {
      const trial = waiting.shift()
      if (trial === undefined) return
      const facts = await run(trial, { limitMs, signal })
      if (signal.aborted) return
      cache?.keep(trial, { run: facts })
      judge(trial, facts)
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, worker))
  const results = trials.flatMap(({ id }) => done.get(id) ?? [])
  const leftOut = trials.filter(({ id }) => !done.has(id))
  return { report: sweepReport({ command, baseline, operations, results, leftOut, alike }), scenarios }
}

async function runBaseline({ run, signal }: SweepOptions): Promise<RunFacts> {
  const first = await passing(run, signal)
  const second = await passing(run, signal)
  const found = differences(first, second)
  if (found.length > 0)
    throw new SweepError(
      `two runs of the command with nothing wrong differ, so that no trial would show anything: ${found.join('; ')}. A suite that differs from run to run cannot be swept: make its data and its order the same each time`,
    )
  if (first.calls.length === 0)
    throw new SweepError(
      'the command asked nothing of the simulator: does it use RENTAL_SIM_URL, or simulators of rental-sim in its own process?',
    )
  return first.seconds > second.seconds ? first : second
}

async function passing(run: SweepOptions['run'], signal: AbortSignal): Promise<RunFacts> {
  const facts = await run(undefined, { signal })
  if (signal.aborted) throw new SweepError('it was stopped before a trial was run')
  if (facts.exitCode === 0) return facts
  const how = facts.exitCode === null ? `ended by ${facts.signal}` : `exit code ${facts.exitCode}`
  throw new SweepError(`the command fails with nothing wrong (${how}):\n${facts.output}`)
}

function chosenFrom({ trials, alike }: ReturnType<typeof planTrials>, { trial: wanted }: SweepOptions) {
  if (wanted === undefined) return { trials, alike }
  const chosen = trials.filter(({ id }) => globMatches(wanted, id))
  if (chosen.length > 0) return { trials: chosen, alike: 0 }
  const ids = trials.map(({ id }) => id)
  throw new SweepError(`there is no trial "${wanted}"${didYouMean(wanted, ids)}; --every-call may have it`)
}

function progressOf(done: ReadonlyMap<string, TrialResult>, total: number, began: number): Progress {
  const seconds = (performance.now() - began) / 1000
  const bad = [...done.values()].filter(({ good, verdict }) => !good && verdict !== 'never-met').length
  return { done: done.size, total, bad, secondsLeft: (seconds / done.size) * (total - done.size) }
}
