import { performance } from 'node:perf_hooks'
import { globMatches } from '../../kernel/glob.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { UsageError } from '../../kernel/usage-error.ts'
import { differences } from '../../report/sweep/alike.ts'
import { callsByOperation } from '../../report/sweep/counts.ts'
import { type Expectations, unmatchedIn } from '../../report/sweep/expectations.ts'
import { mostTellingFirst, type PlanOptions, planTrials } from '../../report/sweep/plan.ts'
import { isBad, resultOf, sweepReport, type SweepReport, type TrialResult } from '../../report/sweep/result.ts'
import { scenarioOf } from '../../report/sweep/scenario.ts'
import type { RunFacts } from '../../report/sweep/verdict.ts'
import type { Fact } from '../../testing/trial/fact.ts'
import { families, type Trial } from '../../testing/trial/trial.ts'

/** Thrown when a command cannot be swept, or no trial can be run. */
class SweepError extends UsageError {}

export interface RunLimit {
  /** Undefined is for ever. */
  readonly limitMs?: number
  /** Aborted when nothing more is to be run. */
  readonly signal: AbortSignal
}

export interface SweepOptions extends PlanOptions {
  readonly command: readonly string[]
  /** Runs the command once; without a trial without any fault. */
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
  /** Called when a trial is done. */
  readonly onProgress?: (progress: Progress) => void
  readonly watcher?: SweepWatcher
  readonly signal: AbortSignal
}

/** Is told how a sweep goes, trial by trial. */
export interface SweepWatcher {
  readonly planned: (trials: readonly Trial[]) => void
  readonly began: (trial: Trial) => void
  readonly judged: (result: TrialResult, calls: readonly Fact[], secondsLeft: number) => void
  readonly over: () => void
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

/** @throws SweepError when the command fails without any fault, or differs from run to run, or calls nothing */
export async function runSweep(options: SweepOptions): Promise<Swept> {
  const baseline = await runBaseline(options)
  const planned = planTrials(baseline.calls, options.inForce, options)
  const sweep = new Sweep(options, baseline)
  const { trials, alike } = chosenFrom(planned, options.trial)
  await sweep.runAll(trials)
  options.watcher?.over()
  return { report: sweep.report(alike), scenarios: sweep.scenarios }
}

/** The trials of a sweep, and what became of them. */
class Sweep {
  readonly scenarios = new Map<string, ReturnType<typeof scenarioOf>>()
  trials: readonly Trial[] = []
  readonly #options: SweepOptions
  readonly #baseline: RunFacts
  readonly #began = performance.now()
  readonly #done = new Map<string, TrialResult>()

  constructor(options: SweepOptions, baseline: RunFacts) {
    this.#options = options
    this.#baseline = baseline
  }

  async runAll(trials: readonly Trial[]): Promise<void> {
    const { jobs, run, signal, leastLimitMs, watcher } = this.#options
    this.trials = trials
    watcher?.planned(trials)
    const waiting = [...mostTellingFirst(trials)]
    const limitMs = Math.max(leastLimitMs, 3 * this.#baseline.seconds * 1000)
    const worker = async (): Promise<void> => {
      while (this.#mayBegin()) {
        const trial = waiting.shift()
        if (trial === undefined) return
        watcher?.began(trial)
        const facts = await run(trial, { limitMs, signal })
        if (signal.aborted) return
        this.#judge(trial, facts)
      }
    }
    await Promise.all(Array.from({ length: jobs }, worker))
  }

  report(alike: number): SweepReport {
    return sweepReport({
      command: this.#options.command,
      baseline: this.#baseline,
      operations: callsByOperation(this.#baseline.calls),
      results: this.trials.flatMap(({ id }) => this.#done.get(id) ?? []),
      leftOut: this.trials.filter(({ id }) => !this.#done.has(id)),
      alike,
      unmatched: this.#unmatched(),
    })
  }

  /** What is wanted of no trial, whichever were chosen. */
  #unmatched() {
    const { expectations, inForce } = this.#options
    const { trials } = planTrials(this.#baseline.calls, inForce, { only: families, everyCall: true })
    return unmatchedIn(expectations, trials)
  }

  #mayBegin(): boolean {
    const { signal, budgetMs = Number.POSITIVE_INFINITY } = this.#options
    return !signal.aborted && performance.now() - this.#began < budgetMs
  }

  #judge(trial: Trial, run: RunFacts): void {
    const { expectations, onProgress, watcher } = this.#options
    const result = resultOf(trial, run, this.#baseline, expectations)
    this.#done.set(trial.id, result)
    this.scenarios.set(trial.id, scenarioOf(trial, run.calls))
    const seconds = (performance.now() - this.#began) / 1000
    const [done, total] = [this.#done.size, this.trials.length]
    const bad = [...this.#done.values()].filter(isBad).length
    const secondsLeft = (seconds / done) * (total - done)
    watcher?.judged(result, run.calls, secondsLeft)
    onProgress?.({ done, total, bad, secondsLeft })
  }
}

async function runBaseline({ run, signal }: SweepOptions): Promise<RunFacts> {
  const first = await passing(run, signal)
  const second = await passing(run, signal)
  const found = differences(first, second)
  if (found.length > 0)
    throw new SweepError(
      `two runs of the command without any fault differ, so that no trial would show anything: ${found.join('; ')}. A suite that differs from run to run cannot be swept: make its data and its order the same each time`,
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
  throw new SweepError(`the command fails without any fault (${how}):\n${facts.output}`)
}

function chosenFrom({ trials, alike }: ReturnType<typeof planTrials>, wanted: string | undefined) {
  if (wanted === undefined) return { trials, alike }
  const chosen = trials.filter(({ id }) => globMatches(wanted, id))
  if (chosen.length > 0) return { trials: chosen, alike: 0 }
  const ids = trials.map(({ id }) => id)
  throw new SweepError(
    `there is no trial "${wanted}"${didYouMean(wanted, ids)}; or add --every-call, which plans more trials`,
  )
}
