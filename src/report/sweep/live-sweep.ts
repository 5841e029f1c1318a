import { families, type Trial, type TrialFamily } from '../../testing/trial/trial.ts'
import { groupsOf, shortId } from './groups.ts'
import { type Figure, percent, sharesOf, type TrialResult } from './result.ts'
import { repeatLine } from './words.ts'

/** A trial while its sweep goes on. */
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

interface NamedTrial {
  readonly live: LiveTrial
  /** `first/503` */
  readonly name: string
}

export interface Share extends Figure {
  /** Rounded down; undefined where there is no trial yet. */
  readonly percent: number | undefined
}

/** How a sweep goes, for who watches it. Its reports are made apart, when it is over. */
export class LiveSweep {
  readonly command: readonly string[]
  phase: Phase = 'baseline'
  secondsLeft: number | undefined
  /** By id, in the order of the plan. */
  readonly #trials = new Map<string, LiveTrial>()

  constructor(command: readonly string[]) {
    this.command = command
  }

  planned(trials: readonly Trial[]): void {
    this.phase = 'trials'
    for (const trial of trials) {
      const number = this.#trials.size + 1
      const sandbox = sandboxOf(trial, number)
      this.#trials.set(trial.id, { number, trial, sandbox, telling: [], isRunning: false, result: undefined })
    }
  }

  began({ id }: Trial): void {
    const live = this.#trials.get(id)
    if (live !== undefined) live.isRunning = true
  }

  /** @returns the trial, which is over */
  judged(result: TrialResult): LiveTrial | undefined {
    const live = this.#trials.get(result.id)
    if (live === undefined) return undefined
    live.isRunning = false
    live.result = result
    return live
  }

  over(): void {
    this.phase = this.results.length < this.#trials.size ? 'stopped' : 'over'
    for (const live of this.#trials.values()) live.isRunning = false
  }

  get trials(): readonly LiveTrial[] {
    return [...this.#trials.values()]
  }

  get results(): readonly TrialResult[] {
    return this.trials.flatMap(({ result }) => result ?? [])
  }

  /** Those that have trials. */
  get families(): readonly TrialFamily[] {
    const used = new Set(this.trials.map(({ trial }) => trial.family))
    return families.filter((family) => used.has(family))
  }

  /** The bad verdicts by their causes, the worst first. */
  get groups(): readonly (readonly NamedTrial[])[] {
    return groupsOf({ trials: this.results }).map(({ first, others }) =>
      [first, ...others].flatMap((result) => {
        const live = this.#trials.get(result.id)
        return live === undefined ? [] : [{ live, name: shortId(result) }]
      }),
    )
  }

  get shares(): { readonly resilience: Share; readonly sensitivity: Share } {
    const { resilience, sensitivity } = sharesOf(this.results)
    return { resilience: shareOf(resilience), sensitivity: shareOf(sensitivity) }
  }

  /** The command line that runs a trial again. */
  repeatLine({ trial }: LiveTrial): string {
    return repeatLine(trial, this.command)
  }
}

/** Names of sandboxes have up to 64 characters, and no slash. */
const sandboxOf = ({ id }: Trial, number: number): string => `${number}-${id.replaceAll(/[^\w.-]+/g, '-')}`.slice(0, 64)

const shareOf = (figure: Figure): Share => ({
  ...figure,
  percent: figure.total === 0 ? undefined : percent(figure),
})
