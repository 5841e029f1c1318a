import type { Chunk, Outcome, Reply, Sending, FaultContext } from '../testing/faults/effect.ts'
import { whole } from '../testing/faults/effect.ts'
import type { FiredFault } from '../testing/faults/faults.ts'
import { DelayEndedError } from '../testing/faults/pending-delays.ts'
import { kinds } from '../testing/faults/kinds.ts'
import type { FaultOutcome } from '../testing/journal/exchange.ts'
import type { Operation } from '../kernel/operation.ts'
import { hold } from './hold.ts'
import type { OpenExchange } from './open-exchange.ts'

/**
 * Takes a request through the faults that met it: the delays before the operation, the operation, or what a fault
 * answers in its place, the delays after it. Then it goes into the journal; a body in chunks when the last one is out.
 * @param operate gives the real reply, refusals included
 */
export async function underFaults(
  exchange: OpenExchange,
  operation: Operation,
  met: readonly FiredFault[],
  operate: () => Reply,
): Promise<Outcome> {
  try {
    for (const each of met) if (each.effect.stream === 'before') await delay(exchange, each)
    const record = decide(exchange, operation, met, operate)
    for (const each of met) if (each.effect.stream === 'after') await delay(exchange, each)
    return record()
  } catch (error) {
    if (error instanceof DelayEndedError) return abandon(exchange, met)
    throw error
  }
}

/** What the request gets; the function that is returned puts it into the journal. */
function decide(
  exchange: OpenExchange,
  operation: Operation,
  met: readonly FiredFault[],
  operate: () => Reply,
): () => Outcome {
  const replacing = met.find(({ effect }) => effect.replacement !== undefined)
  const replacement = replacing?.effect.replacement
  const kind = kinds.find(({ key }) => key === replacement?.key)
  if (replacing === undefined || kind === undefined) {
    const reply = operate()
    return () => {
      exchange.close(reply, exchange.delayedBy)
      return whole(reply)
    }
  }
  const operated = replacing.effect.stream === 'after' || kind.corrupts
  const real = operated ? operate() : undefined
  const outcome = kind.replace(replacement?.value, situationOf(exchange, operation, replacing), real)
  return () => replaced(exchange, replacing, outcome, operated)
}

/** @param operated whether there was a real answer, be it a refusal */
function replaced(exchange: OpenExchange, met: FiredFault, outcome: Outcome, operated: boolean): Outcome {
  exchange.sandbox.use()
  const became = (how: FaultOutcome['outcome']): FaultOutcome => outcomeOf(exchange, met, how)
  switch (outcome.kind) {
    case 'reset':
    case 'closed':
      exchange.close(undefined, became('lost'))
      return outcome
    case 'chunked':
      if (exchange.incoming.method !== 'HEAD') return outcome
      exchange.close(outcome.reply, became('delayed'))
      return whole(outcome.reply)
    default: {
      const reply = exchange.injected(outcome.reply)
      exchange.close(reply, became(!operated ? 'answered' : met.effect.stream === 'after' ? 'lost' : 'spoiled'))
      return { ...outcome, reply }
    }
  }
}

const outcomeOf = (
  { happened }: OpenExchange,
  { fault, effect: { replacement } }: FiredFault,
  outcome: FaultOutcome['outcome'],
): FaultOutcome => ({
  name: fault,
  effect: replacement?.key ?? 'delay',
  value: replacement?.value ?? 0,
  outcome,
  happened,
})

function situationOf(exchange: OpenExchange, operation: Operation, met: FiredFault): FaultContext {
  const { world, id } = exchange
  const { fault, effect } = met
  return {
    operation,
    fault,
    thresholdSeconds: world.limiter.namedFor(operation.id, operation.limit?.thresholdSeconds),
    invention: world.invention,
    exchange: id,
    body: effect.body,
    headers: effect.headers,
    refused: (refusal) => whole(exchange.refusal(refusal)),
    chunked: (reply, chunks) => ({ kind: 'chunked', reply, sending: sendingOf(exchange, met, reply, chunks) }),
  }
}

const sendingOf = (exchange: OpenExchange, met: FiredFault, reply: Reply, chunks: readonly Chunk[]): Sending => ({
  send: async (write, gone) => {
    const isWhole = gone?.aborted !== true && (await sendAll(exchange, met.fault, chunks, write, gone))
    exchange.close(reply, outcomeOf(exchange, met, isWhole ? 'delayed' : 'lost'))
    return isWhole
  },
  rest: () => exchange.rest(),
})

async function sendAll(
  exchange: OpenExchange,
  fault: string,
  chunks: readonly Chunk[],
  write: (bytes: Uint8Array) => void,
  gone: AbortSignal | undefined,
): Promise<boolean> {
  try {
    for (const { waitMs, bytes } of chunks) {
      if (waitMs > 0) await hold(exchange, fault, waitMs, gone)
      write(bytes)
    }
    return true
  } catch {
    return false
  }
}

/** A delay, or a hang: for as long as the fault says, or until it is taken away. */
async function delay(exchange: OpenExchange, { fault, effect }: FiredFault): Promise<void> {
  const forMs = effect.latencyMs + jitterOf(exchange, fault, effect.jitterMs)
  if (effect.hangs && forMs === 0) await hold(exchange, fault, undefined)
  else if (forMs > 0) await hold(exchange, fault, forMs)
}

function jitterOf({ world, id }: OpenExchange, fault: string, jitterMs: number): number {
  if (jitterMs === 0) return 0
  return world.invention.draw(`faults/${fault}`, id)('jitter', (faker) =>
    faker.number.int({ max: Math.floor(jitterMs) }),
  )
}

/** Nobody waits for the answer any more. */
function abandon(exchange: OpenExchange, met: readonly FiredFault[]): Outcome {
  exchange.sandbox.use()
  const delayed = exchange.delayedBy
  const hangs = met.some(({ effect }) => effect.hangs)
  exchange.close(undefined, {
    name: delayed?.name ?? '',
    effect: hangs ? 'hang' : 'delay',
    value: hangs ? true : delayed?.value,
    outcome: 'lost',
    happened: exchange.happened,
  })
  return { kind: 'closed' }
}
