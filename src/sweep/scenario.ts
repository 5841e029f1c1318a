import type { Trial } from '../testing/trial/trial.ts'
import { type Fact, isMet, sandboxNamed } from './fact.ts'

/** A scenario that does to a sandbox what a trial did to the one that met it. */
export function scenarioOf({ id, operation, sandbox, call, lasts, effect, injected }: Trial, calls: readonly Fact[]) {
  const met = calls.findIndex((each) => isMet(each) && each.operation === operation)
  // A fault counts the calls of its own sandbox; a trial without one counts those of all.
  const after = calls
    .slice(0, Math.max(0, met))
    .filter((each) => each.isCall && each.sandbox === calls[met]?.sandbox && each.operation === operation).length
  const named = sandboxNamed(sandbox)
  const place = named === undefined ? '' : ` (the sweep: in the sandbox ${named})`
  const when = { ...(after > 0 && { after }), ...(lasts === 'once' && { times: 1 }) }
  return {
    name: id.replaceAll(/[^a-z0-9]+/gi, '-'),
    description: `${injected}, at call ${sandbox === undefined ? after + 1 : call} of ${operation}${place}. Use it to see what a client does then.`,
    faults: [{ name: 'trial', match: { operation }, when, effect }],
  }
}
