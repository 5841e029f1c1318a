import type { Trial } from '../testing/trial/trial.ts'
import { groupsOf, type TrialResult } from './report.ts'

/** A trial of a sweep, and what became of it. */
export interface LiveTrial {
  /** Its place in the plan, from 1. */
  readonly number: number
  readonly trial: Trial
  /** The sandbox of the dashboard that keeps its exchanges. */
  readonly sandbox: string
  /** The numbers of exchanges there: of the sandbox where the fault was met, from the call before it on. */
  telling: readonly number[]
  isRunning: boolean
  /** Undefined until it is over. */
  result: TrialResult | undefined
}

/** `baseline`: the command runs without any fault. `stopped`: it was over before all trials had run. */
type Phase = 'baseline' | 'trials' | 'over' | 'stopped'

/** How a sweep goes: its dashboard shows it, and its report is made from it. */
export class LiveSweep {
  readonly command: readonly string[]
  /** The options that make a run alike, for the line that repeats a trial. */
  readonly options: readonly string[]
  phase: Phase = 'baseline'
  secondsLeft: number | undefined
  /** In the order of the plan. */
  trials: readonly LiveTrial[] = []

  constructor(command: readonly string[], options: readonly string[] = []) {
    this.command = command
    this.options = options
  }

  plan(trials: readonly Trial[]): void {
    this.phase = 'trials'
    this.trials = trials.map((trial, at) => waiting(trial, at + 1))
  }

  /** Adds the parts of a trial behind it. */
  divide(whole: LiveTrial, parts: readonly Trial[]): readonly LiveTrial[] {
    const last = Math.max(...this.trials.map(({ number }) => number))
    const added = parts.map((trial, at) => waiting(trial, last + at + 1))
    this.trials = this.trials.flatMap((each) => (each === whole ? [whole, ...added] : [each]))
    return added
  }

  /** Leaves out trials that others tell more exactly. */
  drop(superseded: readonly LiveTrial[]): void {
    this.trials = this.trials.filter((each) => !superseded.includes(each))
  }

  end(): void {
    this.phase = this.results.length < this.trials.length ? 'stopped' : 'over'
    for (const each of this.trials) each.isRunning = false
  }

  get results(): readonly TrialResult[] {
    return this.trials.flatMap(({ result }) => result ?? [])
  }

  /** The trials with bad verdicts by their causes, the worst first. */
  get groups(): readonly (readonly LiveTrial[])[] {
    const byId = new Map(this.trials.map((each) => [each.trial.id, each]))
    return groupsOf(this.results).map((group) => group.flatMap(({ id }) => byId.get(id) ?? []))
  }
}

const waiting = (trial: Trial, number: number): LiveTrial => ({
  number,
  trial,
  sandbox: sandboxOf(trial, number),
  telling: [],
  isRunning: false,
  result: undefined,
})

/** Names of sandboxes have up to 64 characters, and no slash. */
const sandboxOf = ({ id }: Trial, number: number): string => `${number}-${id.replaceAll(/[^\w.-]+/g, '-')}`.slice(0, 64)
