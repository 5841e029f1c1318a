import { textBytes, valueBytes } from '../kernel/memory-size.ts'
import { quoteForShell } from '../kernel/quote-for-shell.ts'
import type { ShownSweep, SweepTrial, TrialDetails } from '../control/shown-sweep.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandbox/sandboxes.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { EXCHANGE_BYTES } from '../testing/journal/recorded-exchange.ts'
import { describeTrial, repeatLine } from './describe.ts'
import { callsAroundFault, type Fact, MAX_FACT_CHARACTERS } from './fact.ts'
import type { LiveSweep, LiveTrial } from './live-sweep.ts'
import { lastLines } from './output.ts'
import { figuresOf } from './report.ts'

/** Requests of a trial that are listed; its sandbox has the others. */
const MAX_REQUESTS = 12
const MAX_OUTPUT_LINES = 40

/** A sweep as `GET /_sim/sweep` has it. */
export function showSweep(live: LiveSweep): ShownSweep {
  const { command, phase, secondsLeft = null, trials, groups, results } = live
  return {
    command: command.map(quoteForShell).join(' '),
    phase,
    seconds_left: secondsLeft,
    trials: trials.map(trialOf),
    bad: groups.map((group) => group.map(({ number }) => number)),
    ...figuresOf(results),
  }
}

function trialOf({ number, trial, sandbox, isRunning, result }: LiveTrial): SweepTrial {
  const { id, family, operation, call, injected } = trial
  const { verdict = null, grade = null, why = '' } = result === undefined ? {} : describeTrial(result)
  const state = result !== undefined ? 'over' : isRunning ? 'running' : 'waiting'
  return { number, id, family, operation, call, injected, sandbox, state, verdict, grade, why }
}

/** @param find the sandbox of that name, where it is still there */
export function showTrial(
  live: LiveSweep,
  number: number,
  find: (name: string) => Sandbox | undefined,
): TrialDetails | undefined {
  const found = live.trials.find((each) => each.number === number)
  if (found === undefined) return undefined
  const { trial, result, sandbox } = found
  const {
    wanted = null,
    ended = null,
    failedTests = [],
    output = '',
  } = result === undefined ? {} : describeTrial(result)
  return {
    ...trialOf(found),
    repeat: repeatLine(trial.id, live),
    expected: wanted,
    ended,
    failed_tests: failedTests,
    output: lastLines(output, MAX_OUTPUT_LINES).join('\n'),
    requests: requestsOf(found, find(sandbox)),
  }
}

function requestsOf({ telling, result }: LiveTrial, sandbox: Sandbox | undefined): TrialDetails['requests'] {
  const kept = telling.slice(0, MAX_REQUESTS).flatMap((number) => sandbox?.world.journal.find(number) ?? [])
  if (kept.length === 0) return (result?.requests ?? []).map((text) => ({ id: null, text, fault: false }))
  return kept.map(({ id, method, path, status, fault }) => ({
    id,
    text: `${method} ${path} → ${status === 0 ? 'no response' : status}`,
    fault: fault !== null,
  }))
}

/**
 * Renews the pages that are open in a dashboard.
 * @param over the trial that is over now: its calls go into the journal of its sandbox
 */
export function showChange(sandboxes: Sandboxes, over?: LiveTrial, calls: readonly Fact[] = []): void {
  if (over !== undefined) keepExchanges(sandboxes, over, calls)
  for (const sandbox of sandboxes.all()) sandbox.changed()
}

function keepExchanges(sandboxes: Sandboxes, trial: LiveTrial, calls: readonly Fact[]): void {
  const { sandbox } = trial
  const { journal, findings, recorders } = sandboxes.get(sandbox).world
  const numbers = new Map<Fact, number>()
  for (const call of calls) {
    const exchange = exchangeOf(call, journal.open())
    for (const recorder of recorders) recorder.closed({ exchange, sandbox, expected: findings.expected })
    numbers.set(call, exchange.id)
  }
  trial.telling = callsAroundFault(calls).flatMap((call) => numbers.get(call) ?? [])
}

/** @param id its number in a journal, which has the exchanges of several sandboxes */
const exchangeOf = (fact: Fact, id: number): Exchange => ({
  ...fact,
  id,
  realMs: null,
  named: {},
  hint: hintOf(fact),
  stub: undefined,
  nearMisses: [],
  before: undefined,
  written: undefined,
  observations: [],
  bytes: EXCHANGE_BYTES + textBytes(fact.requestBody) + textBytes(fact.responseBody) + valueBytes(fact.changes),
})

/** The hint of the exchange, and what the journal does not show otherwise. */
function hintOf({ sandbox, requestBody, responseBody, hint }: Fact): string | null {
  const isCut = Math.max(requestBody.length, responseBody.length) >= MAX_FACT_CHARACTERS
  const hints = [
    ...(hint === null ? [] : [hint]),
    ...(sandbox === DEFAULT_SANDBOX ? [] : [`in the sandbox ${sandbox}`]),
    ...(isCut ? [`of a body only ${MAX_FACT_CHARACTERS} characters were kept`] : []),
  ]
  return hints.length === 0 ? null : hints.join('; ')
}
