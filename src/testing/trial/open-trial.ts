import type { Operation } from '../../kernel/operation.ts'
import { problemText, problems } from '../../kernel/wire.ts'
import type { FiredFault } from '../faults/faults.ts'
import { PendingDelays } from '../faults/pending-delays.ts'
import { type PlannedInjection, type ShownTrial, TRIAL_FAULT, trialSchema } from './trial.ts'

/**
 * A trial that a simulator runs under. It counts the calls of its operation in all sandboxes, whatever becomes of their
 * worlds: those with a key and a permission that the limiter lets through, as faults count them.
 */
export class OpenTrial {
  readonly shown: ShownTrial
  readonly #injections: readonly { readonly name: string; readonly is: PlannedInjection; calls: number }[]
  readonly #claim: (name: string) => boolean
  #delays = new PendingDelays()

  /**
   * @param claim whether this simulator may meet a trial that is met once, of all that run under it; asked when it is due, with a name for each part of a pair
   * @throws RangeError for a trial that cannot be used
   */
  constructor(trial: unknown, claim: (name: string) => boolean = () => true) {
    const { success, data, error } = trialSchema.safeParse(trial)
    if (!success) throw new RangeError(`trial: ${problems(error).map(problemText).join('; ')}`)
    const { family, operation, call, injected } = data
    this.shown = { family, operation, call, injected }
    this.#injections = [
      { name: 'met', is: data, calls: 0 },
      ...(data.and === undefined ? [] : [{ name: 'met-too', is: data.and, calls: 0 }]),
    ]
    this.#claim = claim
  }

  /** What the next call of an operation meets. */
  meet(operation: Operation | undefined): FiredFault | undefined {
    let fired: FiredFault | undefined
    for (const injection of this.#injections) {
      const { call, lasts, effect } = injection.is
      if (operation?.id !== injection.is.operation) continue
      injection.calls += 1
      const isDue = lasts === 'from' ? injection.calls >= call : injection.calls === call && this.#claim(injection.name)
      if (isDue) fired ??= { fault: TRIAL_FAULT, effect }
    }
    return fired
  }

  /** The requests that it holds, until their clients are gone: a reset of their sandbox lets them hang. */
  get delays(): PendingDelays {
    return this.#delays
  }

  /** Ends the requests that it holds: they get no response. */
  endDelays(): void {
    this.#delays.close()
    this.#delays = new PendingDelays()
  }
}
