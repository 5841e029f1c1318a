import type { Fact } from '../../testing/trial/fact.ts'
import { TRIAL_FAULT } from '../../testing/trial/trial.ts'
import type { FaultDocument } from '../../testing/documents.ts'
import type { Trial } from '../../testing/trial/trial.ts'

/** A scenario that does to a sandbox what a trial did to the one whose call met it. */
export function scenarioOf(trial: Trial, calls: readonly Fact[]) {
  const met = calls.filter(({ fault }) => fault === TRIAL_FAULT)
  const first = met.find(({ operation }) => operation === trial.operation)
  const second = met.find((call) => call !== first && call.operation === trial.and?.operation)
  return {
    name: trial.id.replaceAll(/[^a-z0-9]+/g, '-'),
    description: `${trial.injected}, at ${whichCall(trial, callsBefore(first, calls), calls)}. Use it to see what a client does then.`,
    faults: [
      faultOf('trial', trial, callsBefore(first, calls)),
      ...(trial.and === undefined ? [] : [faultOf('trial-too', trial.and, callsBefore(second, calls))]),
    ],
  }
}

/** A fault counts the calls of its own sandbox, a trial those of all: it cannot meet its call alone. */
const whichCall = ({ call, operation }: Trial, skipped: number, calls: readonly Fact[]): string =>
  new Set(calls.map(({ sandbox }) => sandbox)).size > 1
    ? `call ${skipped + 1} of ${operation} in every sandbox that starts with it (the sweep: call ${call} of all sandboxes together)`
    : `call ${call} of ${operation}`

type Injected = Pick<Trial, 'operation' | 'lasts' | 'effect'>

/** @param skipped calls of the operation that come before the one that meets it */
const faultOf = (name: string, { operation, lasts, effect }: Injected, skipped: number): FaultDocument => ({
  name,
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
