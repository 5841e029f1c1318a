import type { Fact } from '../../testing/trial/fact.ts'
import { TRIAL_FAULT } from '../../testing/trial/trial.ts'
import type { FaultDocument } from '../../testing/faults/schema.ts'
import type { Trial } from '../../testing/trial/trial.ts'

/** A scenario that does to a sandbox what a trial did to the one whose call met it. */
export function scenarioOf(trial: Trial, calls: readonly Fact[]) {
  const met = calls.find(({ fault }) => fault === TRIAL_FAULT)
  const before = calls
    .slice(0, met === undefined ? 0 : calls.indexOf(met))
    .filter(({ sandbox }) => sandbox === met?.sandbox)
  const skipped = before.filter(({ operation, isCall }) => isCall && operation === trial.operation).length
  const faults = [faultOf(trial, skipped)]
  return {
    name: nameOf(trial),
    description: `${trial.injected}, at call ${trial.call} of ${trial.operation}. Use it to see what a client does then.`,
    faults,
  }
}

const nameOf = ({ id }: Trial): string => id.replaceAll(/[^a-z0-9]+/g, '-')

const faultOf = ({ operation, lasts, effect }: Trial, skipped: number): FaultDocument => ({
  name: 'trial',
  match: { operation },
  when: { ...(skipped > 0 && { after: skipped }), ...(lasts === 'once' && { times: 1 }) },
  effect,
})
