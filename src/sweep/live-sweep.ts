import type { Trial } from '../testing/trial/trial.ts'
import { groupsOf, type TrialResult } from './report.ts'

/** A trial of a sweep, and what became of it. */
export interface LiveTrial {
  /** Its place in the plan, from 1. */
  readonly number: number
  readonly trial: Trial
  /** The sandbox of the dashboard that keeps its exchanges. */
  readonly sandbox: string
  /** The numbers of exchanges there: of the sandbox whose call met the fault, from the one before that on. */
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
  phase: Phase = 'baseline'
  secondsLeft: number | undefined
  /** In the order of the plan. */
  trials: readonly LiveTrial[] = []

  constructor(command: readonly string[]) {
    this.command = command
  }

  plan(trials: readonly Trial[]): void {
    this.phase = 'trials'
    this.trials = trials.map((trial, at) => ({
      number: at + 1,
      trial,
      sandbox: sandboxOf(trial, at + 1),
      telling: [],
      isRunning: false,
      result: undefined,
    }))
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

/** Names of sandboxes have up to 64 characters, and no slash. */
const sandboxOf = ({ id }: Trial, number: number): string => `${number}-${id.replaceAll(/[^\w.-]+/g, '-')}`.slice(0, 64)
