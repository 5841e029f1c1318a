import type { Trial } from '../../testing/trial/trial.ts'
import type { Fact } from '../fact.ts'

/** What trials of one operation inject, whichever call meets it. */
export interface Injection extends Pick<Trial, 'lasts' | 'injected' | 'effect' | 'right'> {
  /** Stands in the report, and is unique within its family and operation. */
  readonly name: string
  /** Why it matters, in one sentence. */
  readonly why: string
  /** Whether only the first call of an operation meets it: others show much the same. */
  readonly isForFirst?: boolean
  /**
   * Whether a call can meet it. Without it each that worked can.
   * @param session the calls of its sandbox without any fault
   */
  readonly fits?: (call: Fact, session: readonly Fact[]) => boolean
}
