import type { Trial } from '../../testing/trial/trial.ts'

/** What trials of one operation inject, whichever call meets it. */
export interface Injection extends Pick<Trial, 'lasts' | 'injected' | 'effect'> {
  /** Stands in the report, and is unique within its family and operation. */
  readonly name: string
  /** Why it matters, in one sentence. */
  readonly why: string
}
