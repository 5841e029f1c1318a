import type { Operation } from '../../kernel/operation.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import type { TrialFamily } from '../../testing/trial/trial.ts'
import { answersFor } from './answers.ts'
import { lostRepliesFor, outages, refusalsFor, transientFor } from './failures.ts'
import type { Injection } from './injection.ts'
import { wrongFor } from './wrong.ts'

interface Family {
  readonly injections: (operation: Operation, inForce: RulesInForce) => readonly Injection[]
  /** Whether it matters what the client does with the answer: that differs between calls that look alike. */
  readonly isAboutContent: boolean
}

/** What each family of trials injects into the calls of an operation. */
export const injectionsByFamily: Readonly<Record<TrialFamily, Family>> = {
  /** A call fails once, for a reason that passes by itself: a client that asks again gets over it. */
  transient: { injections: transientFor, isAboutContent: false },
  /** From the first call on the operation is refused: a test has to fail. */
  refusals: { injections: refusalsFor, isAboutContent: false },
  /** The operation happens and its response is lost once: a client that asks again must not do it twice. */
  'lost-reply': { injections: lostRepliesFor, isAboutContent: false },
  /** From the first call on the service is down: a client that asks for ever is never done. */
  outage: { injections: () => outages, isAboutContent: false },
  /** An answer is unusual, and the interface allows it: the client goes on. */
  answers: { injections: answersFor, isAboutContent: true },
  /** From the first call on a rule of the contract is broken: a test has to fail. */
  wrong: { injections: wrongFor, isAboutContent: true },
}
