import {
  type Chunk,
  type FaultContext,
  type Outcome,
  type Reply,
  requireReply,
  type Sending,
  whole,
} from '../testing/faults/effect.ts'
import type { FiredFault } from '../testing/faults/faults.ts'
import { DelayEndedError } from '../testing/faults/pending-delays.ts'
import { kinds } from '../testing/faults/kinds.ts'
import { shownValue } from '../testing/faults/present.ts'
import type { FaultOutcome } from '../testing/journal/exchange.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { RawInput } from '../marketplace/operation/route.ts'
import { statedSeconds } from '../marketplace/operation/rules.ts'
import { hold } from './hold.ts'
import type { OpenExchange } from './open-exchange.ts'
import { candidateOf } from './recorded-request.ts'
import { inOrder } from './response.ts'

/** Carries out what the request asks for. @param rewrite changes what the operation is given @throws Refusal */
export type Operate = (rewrite: (input: RawInput) => RawInput) => Reply

/**
 * Takes a request through the faults that met it: the delays before the operation, the operation, or what a fault
 * answers in its place, the delays after it. Then it goes into the journal; a body in chunks when the last one is out.
 */
export async function underFaults(
  exchange: OpenExchange,
  met: readonly FiredFault[],
  operate: Operate,
): Promise<Outcome> {
  try {
    for (const each of met) if (each.effect.stream === 'before') await delay(exchange, each)
    const record = decide(exchange, met, operate)
    for (const each of met) if (each.effect.stream === 'after') await delay(exchange, each)
    return record()
  } catch (error) {
    if (error instanceof DelayEndedError) return abandon(exchange, met)
    throw error
  }
}

const delays = ({ effect: { latencyMs, jitterMs, hangs } }: FiredFault): boolean =>
  hangs || latencyMs > 0 || jitterMs > 0

/** What the request gets; the function that is returned puts it into the journal. */
function decide(exchange: OpenExchange, met: readonly FiredFault[], operate: Operate): () => Outcome {
  const replacing = met.find(({ effect }) => effect.replacement !== undefined)
  const { key, value } = replacing?.effect.replacement ?? {}
  const kind = replacing && kinds.find((each) => each.key === key)
  const operated = kind === undefined || kind.corrupts || replacing?.effect.stream === 'after'
  const situation = replacing && situationOf(exchange, replacing)
  let isRewritten = false
  const rewrite = (input: RawInput): RawInput => {
    const given = situation === undefined ? undefined : kind?.rewrite?.(value, situation, input)
    isRewritten = given !== undefined && given !== input
    return given ?? input
  }
  const real = operated ? replyOf(exchange, operate, rewrite) : undefined
  if (situation !== undefined && replacing !== undefined && kind !== undefined) {
    // Nothing can be spoiled where the answer of a stub has no body.
    const isBare = kind.corrupts && real?.body === ''
    const outcome = isBare ? whole(real) : kind.replace(value, situation, real)
    const changesNothing = outcome.kind === 'whole' && outcome.reply === real && !isRewritten
    if (!changesNothing) return () => replaced(exchange, replacing, outcome, operated)
    if (!delays(replacing)) exchange.world.faults.unfire(replacing)
  }
  const reply = exchange.withHint(requireReply(real))
  const waited = met.filter((each) => each !== replacing || delays(each))
  return () => {
    exchange.close(reply, delayedBy(exchange, waited))
    return whole(reply)
  }
}

/** The real reply, refusals included. */
function replyOf(exchange: OpenExchange, operate: Operate, rewrite: (input: RawInput) => RawInput): Reply {
  try {
    return operate(rewrite)
  } catch (error) {
    if (error instanceof Refusal) return exchange.refusal(error)
    throw error
  }
}

/** @param operated whether there was a real response, be it a refusal */
function replaced(exchange: OpenExchange, met: FiredFault, outcome: Outcome, operated: boolean): Outcome {
  exchange.useSandbox()
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
      return { ...outcome, reply: inOrder(reply) }
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
  value: replacement === undefined ? 0 : shownValue(replacement.value),
  outcome,
  happened,
})

function situationOf(exchange: OpenExchange, met: FiredFault): FaultContext {
  const { world, id, operation } = exchange
  const { fault, effect } = met
  return {
    operation,
    fault,
    thresholdSeconds: world.limiter.namedFor(operation?.id ?? '', operation && statedSeconds(operation, world.rules)),
    invention: world.invention,
    rules: world.rules,
    exchange: id,
    body: effect.body,
    headers: effect.headers,
    request: () => candidateOf(exchange),
    hint: (text) => exchange.trace.addHint(`fault ${fault}: ${text}`),
    refused: (refusal) => whole(exchange.refusal(refusal)),
    chunked: (reply, chunks) => ({ kind: 'chunked', reply, sending: sendingOf(exchange, met, reply, chunks) }),
  }
}

const sendingOf = (exchange: OpenExchange, met: FiredFault, reply: Reply, chunks: readonly Chunk[]): Sending => ({
  send: async (write, gone) => {
    let isWhole = gone?.aborted !== true
    try {
      for (const { waitMs, bytes } of isWhole ? chunks : []) {
        if (waitMs > 0) await hold(exchange, met.fault, waitMs, gone)
        write(bytes)
      }
    } catch {
      isWhole = false
    }
    exchange.close(reply, outcomeOf(exchange, met, isWhole ? 'delayed' : 'lost'))
    return isWhole
  },
  rest: () => exchange.rest?.(),
})

/** A delay, or a hang: for as long as the fault says, or until it is taken away. */
async function delay(
  exchange: OpenExchange,
  { fault, effect: { latencyMs, jitterMs, hangs } }: FiredFault,
): Promise<void> {
  const { world, id } = exchange
  const jitter = (): number =>
    world.invention.draw(`faults/${fault}`, id)('jitter', (faker) => faker.number.int({ max: Math.floor(jitterMs) }))
  const forMs = latencyMs + (jitterMs === 0 ? 0 : jitter())
  if (hangs && forMs === 0) await hold(exchange, fault, undefined)
  else if (forMs > 0) await hold(exchange, fault, forMs)
}

/** The delays that a request met, when nothing replaced its response. */
function delayedBy({ happened }: OpenExchange, met: readonly FiredFault[]): FaultOutcome | null {
  const names = met.map(({ fault }) => fault).join(', ')
  const value = met.reduce((sum, { effect }) => sum + effect.latencyMs, 0)
  return names === '' ? null : { name: names, effect: 'delay', value, outcome: 'delayed', happened }
}

/** Nobody waits for the response any more. */
function abandon(exchange: OpenExchange, met: readonly FiredFault[]): Outcome {
  exchange.useSandbox()
  const delayed = delayedBy(exchange, met)
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
