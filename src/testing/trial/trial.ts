import { z } from 'zod'
import type { Operation } from '../../kernel/operation.ts'
import { type InputOf, problemText, problems, strictObject } from '../../kernel/wire.ts'
import { operationId } from '../../marketplace/operation-id.ts'
import { operations } from '../../marketplace/routes.ts'
import type { FiredFault } from '../faults/faults.ts'
import { refusalNamed } from '../faults/kinds/refuse.ts'
import { PendingDelays } from '../faults/pending-delays.ts'
import { effectSchema } from '../faults/schema.ts'

export const families = ['transient', 'refusals', 'lost-reply', 'answers', 'wrong'] as const
export type TrialFamily = (typeof families)[number]

/** What the fault of a trial is called in exchanges. */
export const TRIAL_FAULT = 'trial'

const injection = {
  operation: operationId,
  call: z.int().min(1).describe('Which call of the operation meets it, counted from 1 over all sandboxes.'),
  lasts: z.enum(['once', 'from']).describe('from: that call and all later ones.'),
  effect: effectSchema,
}

/** One trial of a sweep: what is injected, and where. */
const trialSchema = strictObject({
  id: z.string().min(1).describe('Stands in reports and in --trial.'),
  family: z.enum(families),
  ...injection,
  injected: z.string().min(1).describe('In words, for the report.'),
  why: z.string().optional().describe('Why it matters, in a sentence.'),
  and: strictObject(injection).optional().describe('What goes wrong besides, in a trial of a pair.'),
}).superRefine(({ operation, effect: { replacement } }, context) => {
  const found = operations.find(({ id }) => id === operation)
  if (replacement?.key !== 'refuse' || found === undefined) return
  const name = String(replacement.value)
  if (refusalNamed(found, name) === undefined)
    context.addIssue({ code: 'custom', path: ['effect', 'refuse'], message: `${operation} has no refusal "${name}"` })
})

/** A trial as it is written: `{ id, family, operation, call, lasts, injected, effect }`. */
export type Trial = InputOf<typeof trialSchema>

type Injection = Pick<z.output<typeof trialSchema>, 'operation' | 'call' | 'lasts' | 'effect'>

/** What a test may know of the trial that it runs under. */
export type ShownTrial = Pick<Trial, 'family' | 'operation' | 'call' | 'injected'>

/**
 * A trial that a simulator runs under. It counts the calls of its operation in all sandboxes, whatever becomes of their
 * worlds: those with a key and a permission that the limiter lets through, as faults count them.
 */
export class OpenTrial {
  readonly shown: ShownTrial
  readonly #injections: readonly { readonly name: string; readonly is: Injection; calls: number }[]
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
