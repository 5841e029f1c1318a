import type { Trial } from '../testing/trial/trial.ts'
import { type Fact, isMet } from './fact.ts'

/** A scenario that does to a sandbox what a trial did to the one whose call met it. */
export function scenarioOf({ id, operation, call, lasts, effect, injected }: Trial, calls: readonly Fact[]) {
  const met = calls.findIndex((each) => isMet(each) && each.operation === operation)
  const { sandbox } = calls[met] ?? {}
  // A fault counts the calls of its own sandbox, a trial those of all: it cannot meet its call alone.
  const after = calls
    .slice(0, Math.max(0, met))
    .filter((each) => each.isCall && each.sandbox === sandbox && each.operation === operation).length
  const place =
    new Set(calls.map((each) => each.sandbox)).size > 1
      ? `call ${after + 1} of ${operation} in every sandbox that starts with it (the sweep: call ${call} of all sandboxes together)`
      : `call ${call} of ${operation}`
  const when = { ...(after > 0 && { after }), ...(lasts === 'once' && { times: 1 }) }
  return {
    name: id.replaceAll(/[^a-z0-9]+/g, '-'),
    description: `${injected}, at ${place}. Use it to see what a client does then.`,
    faults: [{ name: 'trial', match: { operation }, when, effect }],
  }
}
