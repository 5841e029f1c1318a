import type { Fact } from '../../testing/trial/fact.ts'
import { TRIAL_FAULT } from '../../testing/trial/trial.ts'
import type { FaultDocument } from '../../testing/documents.ts'
import type { Trial } from '../../testing/trial/trial.ts'

/** A scenario that does to a sandbox what a trial did to the one whose call met it. */
export function scenarioOf(trial: Trial, calls: readonly Fact[]) {
  const met = calls.find(({ fault, operation }) => fault === TRIAL_FAULT && operation === trial.operation)
  const skipped = callsBefore(met, calls)
  return {
    name: trial.id.replaceAll(/[^a-z0-9]+/g, '-'),
    description: `${trial.injected}, at ${whichCall(trial, skipped, calls)}. Use it to see what a client does then.`,
    faults: [faultOf(trial, skipped)],
  }
}

/** A fault counts the calls of its own sandbox, a trial those of all: it cannot meet its call alone. */
const whichCall = ({ call, operation }: Trial, skipped: number, calls: readonly Fact[]): string =>
  new Set(calls.map(({ sandbox }) => sandbox)).size > 1
    ? `call ${skipped + 1} of ${operation} in every sandbox that starts with it (the sweep: call ${call} of all sandboxes together)`
    : `call ${call} of ${operation}`

/** @param skipped calls of the operation that come before the one that meets it */
const faultOf = ({ operation, lasts, effect }: Trial, skipped: number): FaultDocument => ({
  name: 'trial',
  match: { operation },
  when: { ...(skipped > 0 && { after: skipped }), ...(lasts === 'once' && { times: 1 }) },
  effect,
})

/** How often the operation of a call was called before, in its sandbox. */
function callsBefore(call: Fact | undefined, calls: readonly Fact[]): number {
  const before = call === undefined ? [] : calls.slice(0, calls.indexOf(call))
  return before.filter(
    ({ sandbox, operation, isCall }) => isCall && sandbox === call?.sandbox && operation === call.operation,
  ).length
}
