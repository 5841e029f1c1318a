import { performance } from 'node:perf_hooks'
import { didYouMean } from '../../kernel/nearest.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import type { Trial } from '../../testing/trial/trial.ts'
import { type Expectations, unmatchedIn, wantedFor } from '../expectations.ts'
import type { Fact } from '../fact.ts'
import { judge, type Run } from '../judge.ts'
import { LiveSweep, type LiveTrial } from '../live-sweep.ts'
import { chooseTrials, mostTellingFirst, planTrials, type TrialChoice, withoutAlike } from '../plan.ts'
import { isBad, resultOf, sweepReport, type SweepReport, type TrialResult } from '../report.ts'
import { halvesOf } from '../injections/halves.ts'
import { profileRow, type ProfileRow } from '../profile.ts'
import { scenarioOf } from '../scenario.ts'
import { givesUp, type RunOnce, runWithoutFault, SweepError } from './run-without-fault.ts'

export interface SweepOptions extends TrialChoice {
  readonly command: readonly string[]
  readonly run: RunOnce
  readonly inForce: RulesInForce
  readonly jobs: number
  /** The time limit of a trial. */
  readonly limitMs?: number | undefined
  /** Without one: the shortest time limit of a trial; it is three times the baseline where that is longer. */
  readonly minLimitMs: number
  /** No trial is begun after so long. */
  readonly budgetMs?: number | undefined
  readonly expectations: Expectations
  /** Keeps how the sweep goes. */
  readonly live?: LiveSweep
  /** Called on each change. @param over the trial that is over now, with its calls */
  readonly onChange?: (over?: LiveTrial, calls?: readonly Fact[]) => void
  readonly signal: AbortSignal
}

export interface Swept {
  readonly report: SweepReport
  /** Scenarios that do what each trial that was run did, by its id. */
  readonly scenarios: ReadonlyMap<string, ReturnType<typeof scenarioOf>>
}

/** @throws SweepError when the command fails without any fault, or differs from run to run, or calls nothing */
export async function runSweep(options: SweepOptions): Promise<Swept> {
  const { command, expectations, live = new LiveSweep(command), onChange, signal } = options
  const { baseline, byPlace } = await runWithoutFault(options.run, signal)
  const possible = planTrials(baseline.calls, options.inForce, byPlace)
  const { trials, alike } = chooseTrials(possible, options)
  if (trials.length === 0 && options.trial !== undefined)
    throw noSuchTrial([options.trial].flat(), chooseTrials(possible, { ...options, trial: undefined }).trials)
  const scenarios = new Map<string, ReturnType<typeof scenarioOf>>()
  const rows = new Map<string, ProfileRow>()
  const began = performance.now()
  const finish = (each: LiveTrial, run: Run): TrialResult => {
    const { trial } = each
    const evidence = { trial, run, usualCalls: baseline.calls }
    const result = resultOf(evidence, wantedFor(expectations, trial))
    each.isRunning = false
    each.result = result
    scenarios.set(trial.id, scenarioOf(trial, run.calls))
    const row = profileRow(evidence, result.verdict)
    if (row !== undefined) rows.set(trial.id, row)
    const done = live.results.length
    const waitingSeconds = (secondsSince(began) / done) * (live.trials.length - done - late.length)
    live.secondsLeft = waitingSeconds + (late.length * LONGER * limitMs) / 1000
    onChange?.(each, run.calls)
    return result
  }
  live.plan(trials)
  onChange?.()
  const waiting = [...mostTellingFirst(live.trials)]
  const late: LiveTrial[] = []
  const limitMs = options.limitMs ?? Math.max(options.minLimitMs, 3 * baseline.seconds * 1000)
  const maxCalls = baseline.calls.length + MAX_MORE_CALLS
  const isAtWork = (trial: Trial, run: Run): boolean =>
    judge({ trial, run, usualCalls: baseline.calls }).verdict === 'undecided'
  const mayBegin = (): boolean =>
    !signal.aborted && performance.now() - began < (options.budgetMs ?? Number.POSITIVE_INFINITY)
  const runOne = async (each: LiveTrial, limit: number): Promise<TrialResult | undefined> => {
    each.isRunning = true
    onChange?.()
    const run = await options.run(each.trial, { limitMs: limit, maxCalls, signal })
    if (signal.aborted) return undefined
    // A machine that had other work to do is no proof that a client hangs.
    const isLast = limit >= MUCH_LONGER * limitMs || run.calls.length >= maxCalls
    const isDisturbed =
      limit === limitMs &&
      givesUp(run) &&
      isBad(resultOf({ trial: each.trial, run, usualCalls: baseline.calls }, undefined))
    if (isDisturbed || (run.timedOut && !isLast && (limit === limitMs || isAtWork(each.trial, run)))) late.push(each)
    else return finish(each, run)
    each.isRunning = false
    return undefined
  }
  const worker = async (): Promise<void> => {
    while (mayBegin()) {
      const next = waiting.shift()
      if (next === undefined) return
      const result = await runOne(next, limitMs)
      if (result !== undefined && isBad(result)) await runHalves(next)
    }
  }
  /** Tells which of several unusual things a client fails at. */
  const runHalves = async (whole: LiveTrial): Promise<void> => {
    const parts = live.divide(whole, halvesOf(whole.trial))
    for (const part of parts) {
      const result = mayBegin() ? await runOne(part, LONGER * limitMs) : undefined
      if (result !== undefined && isBad(result)) await runHalves(part)
    }
    const found = parts.filter(({ result }) => result !== undefined && isBad(result))
    live.drop([...parts.filter((part) => !found.includes(part)), ...(found.length > 0 ? [whole] : [])])
  }
  await Promise.all(Array.from({ length: options.jobs }, worker))
  for (const times of [LONGER, MUCH_LONGER])
    for (const each of late.splice(0)) if (mayBegin()) await runOne(each, times * limitMs)
  live.end()
  onChange?.()
  const report = sweepReport(baseline, {
    command: [...command],
    options: [...live.options],
    trials: [...live.results],
    rows: [...rows.values()],
    names_differ: !byPlace,
    left_out: live.trials.filter(({ result }) => result === undefined).map(({ trial }) => trial.id),
    alike,
    unmatched_expectations: unmatchedIn(expectations, withoutAlike(possible)),
  })
  return { report, scenarios }
}

/** Calls more than without any fault after which a client is taken to ask for ever. */
const MAX_MORE_CALLS = 500

/** How much longer the limit is of a run that is repeated alone, and of one that was still at work then. */
const LONGER = 2
const MUCH_LONGER = 6

/** How long ago, to the millisecond. @param began as `performance.now()` gave it */
export const secondsSince = (began: number): number => Math.round(performance.now() - began) / 1000

const noSuchTrial = (wanted: readonly string[], planned: readonly Trial[]): SweepError => {
  const ids = planned.map(({ id }) => id)
  const named = wanted.map((each) => `"${each}"${didYouMean(each, ids)}`)
  return new SweepError(`there is no trial ${named.join(', ')} (--every-call plans more of them)`)
}
