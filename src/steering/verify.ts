import type { Verified } from '../harness/verify.ts'
import { type Verification, verify } from '../harness/verify.ts'
import { TooManyStepsError } from '../kernel/steps.ts'
import type { Sandbox } from '../sandbox.ts'
import { SteeringError } from './error.ts'

/** Holds the journal of a sandbox against what is expected. @throws SteeringError `too_large` when there is too much to look at */
export function verifyRequests({ world: { journal, holds } }: Sandbox, wanted: Verification): Verified {
  try {
    return verify(journal, holds.requests(), wanted)
  } catch (error) {
    if (!(error instanceof TooManyStepsError)) throw error
    const hint =
      'name an operation beside the body, use a shorter path, or clear the journal before what is to be counted'
    throw new SteeringError('too_large', 'the requests of the journal are too many or too large for this match', hint)
  }
}
