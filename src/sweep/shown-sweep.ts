import { quoteForShell } from '../kernel/quote-for-shell.ts'
import type { ShownSweep, SweepTrial, TrialDetails } from '../control/shown-sweep.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { LiveSweep, LiveTrial } from './live-sweep.ts'
import { lastLines } from './output.ts'
import { figuresOf, type TrialResult } from './report.ts'
import { repeatLine } from './text.ts'
import { isOpen, type Verdict } from './verdicts.ts'

/** Requests of a trial that are listed; its sandbox has the others. */
const MAX_REQUESTS = 12
const MAX_OUTPUT_LINES = 40

const WORST: ReadonlySet<Verdict> = new Set(['did-it-twice', 'sent-again', 'orphaned', 'crashed', 'hung'])

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
  return {
    number,
    id,
    family,
    operation,
    call,
    injected,
    sandbox,
    state: result !== undefined ? 'over' : isRunning ? 'running' : 'waiting',
    verdict: result?.verdict ?? null,
    grade: result === undefined ? null : gradeOf(result),
    why: result?.evidence.why ?? '',
  }
}

function gradeOf({ verdict, good }: TrialResult): SweepTrial['grade'] {
  if (isOpen(verdict)) return 'open'
  return good ? 'good' : WORST.has(verdict) ? 'worst' : 'bad'
}

/** @param find the sandbox of that name, where it is still there */
export function showTrial(
  live: LiveSweep,
  number: number,
  find: (name: string) => Sandbox | undefined,
): TrialDetails | undefined {
  const found = live.trials.find((each) => each.number === number)
  if (found === undefined) return undefined
  const { trial, result } = found
  const evidence = result?.evidence
  return {
    ...trialOf(found),
    repeat: repeatLine(trial, live),
    expected: evidence?.expected ? `${evidence.expected.wanted.join(' or ')}: ${evidence.expected.why}` : null,
    ended: evidence === undefined ? null : endingOf(evidence),
    failed_tests: evidence?.failed_tests ?? [],
    output: evidence === undefined ? '' : lastLines(evidence.output, MAX_OUTPUT_LINES).join('\n'),
    requests: requestsOf(found, find(found.sandbox)),
  }
}

const endingOf = ({ exit_code: code, signal, seconds }: TrialResult['evidence']): string =>
  `${code === null ? `ended by ${signal ?? 'the time limit'}` : `exit code ${code}`}, ${seconds.toFixed(1)} s`

function requestsOf({ telling, result }: LiveTrial, sandbox: Sandbox | undefined): TrialDetails['requests'] {
  const kept = telling.slice(0, MAX_REQUESTS).flatMap((number) => sandbox?.world.journal.find(number) ?? [])
  if (kept.length === 0) return (result?.requests ?? []).map((text) => ({ id: null, text, fault: false }))
  return kept.map(({ id, method, path, status, fault }) => ({
    id,
    text: `${method} ${path} → ${status === 0 ? 'no response' : status}`,
    fault: fault !== null,
  }))
}
