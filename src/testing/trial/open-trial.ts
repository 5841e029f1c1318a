import type { Operation } from '../../kernel/operation.ts'
import { problemText, problemsOf } from '../../kernel/wire.ts'
import type { FiredFault } from '../faults/faults.ts'
import { PendingDelays } from '../faults/pending-delays.ts'
import { placeOf, type PlannedTrial, type ShownTrial, TRIAL_FAULT, trialSchema } from './trial.ts'

interface TrialContext {
  /** Whether this simulator may meet a trial that is met once, of all that run under it; asked when it is due. */
  readonly mayMeet?: () => boolean
  /** What the sweep calls a sandbox of this simulator. */
  readonly nameOf?: (sandbox: string) => string
  /** Called with the number of requests that the trial holds, whenever it changes. */
  readonly onHeld?: (held: number) => void
}

/**
 * A trial that a simulator runs under. It counts the calls of its operation in its sandbox, whatever becomes of the
 * world there: those with a key and a permission that the limiter lets through, as faults count them.
 */
export class OpenTrial {
  readonly shown: ShownTrial
  readonly #planned: PlannedTrial
  readonly #mayMeet: () => boolean
  readonly #nameOf: (sandbox: string) => string
  readonly #onHeld: ((held: number) => void) | undefined
  #calls = 0
  /** The sandbox whose call met it first. */
  #metIn: string | undefined
  /** The requests that it holds, until their clients are gone: a reset of their sandbox lets them hang. */
  delays: PendingDelays

  /** @throws RangeError for a trial that cannot be used */
  constructor(trial: unknown, { mayMeet = () => true, nameOf = (sandbox) => sandbox, onHeld }: TrialContext = {}) {
    const { success, data, error } = trialSchema.safeParse(trial)
    if (!success) throw new RangeError(`trial: ${problemsOf(error).map(problemText).join('; ')}`)
    const { family, operation, sandbox, call, injected } = data
    this.shown = { family, operation, call, injected, ...(sandbox !== undefined && { sandbox }) }
    this.#planned = data
    this.#mayMeet = mayMeet
    this.#nameOf = nameOf
    this.#onHeld = onHeld
    this.delays = new PendingDelays(onHeld)
  }

  /** What the next call of an operation meets. */
  meet(operation: Operation | undefined, sandbox: string): FiredFault | undefined {
    const { call, lasts, effect, sandbox: place } = this.#planned
    if (operation?.id !== this.#planned.operation) return undefined
    if (place !== undefined && placeOf(this.#nameOf(sandbox)) !== place) return undefined
    this.#calls += 1
    if (this.#calls < call || (lasts === 'once' && this.#calls > call)) return undefined
    // Where calls of all sandboxes count together, what lasts stays with the test that met it.
    if (!this.#mayMeet() && lasts === 'once') return undefined
    this.#metIn ??= sandbox
    return place !== undefined || sandbox === this.#metIn ? { fault: TRIAL_FAULT, effect } : undefined
  }

  /** Ends the requests that it holds: they get no response. */
  endDelays(): void {
    this.delays.close()
    this.delays = new PendingDelays(this.#onHeld)
  }
}
