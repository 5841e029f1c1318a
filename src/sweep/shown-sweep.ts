import { quoteForShell } from '../kernel/quote-for-shell.ts'
import type { ShownSweep, SweepTrial, TrialDetails } from '../control/shown-sweep.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { describeTrial, repeatLine } from './describe.ts'
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
