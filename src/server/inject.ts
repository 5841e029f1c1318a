import type { Delivery, Reply, Situation } from '../testing/faults/effect.ts'
import type { Met } from '../testing/faults/faults.ts'
import { kinds } from '../testing/faults/kinds.ts'
import type { Effect } from '../testing/faults/schema.ts'
import type { Operation } from '../kernel/operation.ts'
import type { OpenExchange } from './open-exchange.ts'

/** What a request gets, and whether a fault made it up. */
export interface Outcome {
  readonly delivery: Delivery
  /** The fault that took the place of the answer, or spoiled it. */
  readonly replacedBy: Met | undefined
  /** Whether there was a real answer, be it a refusal. */
  readonly operated: boolean
}

/**
 * Takes a request through the faults that met it: the delays before the operation, the operation, or what a fault
 * answers in its place, the delays after it. `operate` answers with the real reply, refusals included.
 */
export async function throughFaults(
  exchange: OpenExchange,
  operation: Operation,
  met: readonly Met[],
  operate: () => Reply,
): Promise<Outcome> {
  for (const each of met) if (each.effect.stream === 'before') await delay(exchange, each)
  const outcome = decide(exchange, operation, met, operate)
  for (const each of met) if (each.effect.stream === 'after') await delay(exchange, each)
  return outcome
}

function decide(exchange: OpenExchange, operation: Operation, met: readonly Met[], operate: () => Reply): Outcome {
  const replacing = met.find(({ effect }) => effect.replacement !== undefined)
  const replacement = replacing?.effect.replacement
  const kind = kinds.find(({ key }) => key === replacement?.key)
  if (replacing === undefined || kind === undefined)
    return { delivery: { kind: 'whole', reply: operate() }, replacedBy: undefined, operated: true }
  const operated = replacing.effect.stream === 'after' || kind.spoils
  const real = operated ? operate() : undefined
  const delivery = kind.replace(replacement?.value, situationOf(exchange, operation, replacing), real)
  return { delivery, replacedBy: replacing, operated }
}

const situationOf = (exchange: OpenExchange, operation: Operation, { fault, effect }: Met): Situation => ({
  operation,
  fault,
  thresholdSeconds: exchange.world.limiter.namedFor(operation.id, operation.limit?.thresholdSeconds),
  invention: exchange.world.invention,
  exchange: exchange.id,
  body: effect.body,
  headers: effect.headers,
})

/** A delay, or a hang: for as long as the fault says, or until it is taken away. */
async function delay(exchange: OpenExchange, { fault, effect }: Met): Promise<void> {
  const forMs = effect.latencyMs + jitterOf(exchange, fault, effect)
  if (effect.hangs && forMs === 0) await exchange.hold(fault, undefined)
  else if (forMs > 0) await exchange.hold(fault, forMs)
}

function jitterOf({ world, id }: OpenExchange, fault: string, { jitterMs }: Effect): number {
  if (jitterMs === 0) return 0
  return world.invention.draw(`faults/${fault}`, id)('jitter', (faker) =>
    faker.number.int({ max: Math.floor(jitterMs) }),
  )
}
