import {
  type Chunk,
  type FaultContext,
  type Outcome,
  type Reply,
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
import { statedSeconds } from '../marketplace/operation/rate-limit.ts'
import type { OpenExchange } from './open-exchange.ts'
import { collections } from '../marketplace/collections.ts'
import { candidateOf, matchedOf } from './recorded-request.ts'
import { sortHeaders } from './response.ts'
import { textBytes } from '../kernel/memory-size.ts'
import { refuseBody } from '../marketplace/operation/shared-rules.ts'
import type { Memory } from '../sandbox/memory.ts'

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
    for (const each of met.filter(isDelay)) if (each.effect.stream === 'before') await holdForFault(exchange, each)
    const { room } = exchange.incoming
    if (room?.isFull() === true && mayAnswerLong(exchange, met)) await room.turn()
    const result = runOperation(exchange, met, operate)
    room?.count(bytesOf(result))
    for (const each of met.filter(isDelay)) if (each.effect.stream === 'after') await holdForFault(exchange, each)
    return closeExchange(exchange, met, result)
  } catch (error) {
    if (error instanceof DelayEndedError) return abandon(exchange, met)
    throw error
  }
}

/** What an answer says is in the sandbox, unless a fault says it. */
const mayAnswerLong = ({ sandbox }: OpenExchange, met: readonly FiredFault[]): boolean =>
  met.length > 0 || sandbox.dataBytes > SHORT_DATA_BYTES

/** An answer from no more data than this never waits for others. */
const SHORT_DATA_BYTES = 256 * 1024

const isDelay = ({ effect: { latencyMs, jitterMs, hangs } }: FiredFault): boolean =>
  hangs || latencyMs > 0 || jitterMs > 0

/** The real reply, or what a fault makes of the request; `operated` where there was a real reply, be it a refusal. */
type Result =
  | { readonly reply: Reply }
  | { readonly outcome: Outcome; readonly by: FiredFault; readonly operated: boolean }

/** What an answer takes until its client has it. */
function bytesOf(result: Result): number {
  const from = 'reply' in result ? result : result.outcome
  return 'reply' in from ? from.reply.body.length : 0
}

/** The operation, and what a fault makes of it, or the fault alone. */
function runOperation(exchange: OpenExchange, met: readonly FiredFault[], operate: Operate): Result {
  const by = met.find(({ effect }) => effect.replacement !== undefined)
  const { key, value } = by?.effect.replacement ?? {}
  const kind = by && kinds.find((each) => each.key === key)
  if (by === undefined || kind === undefined) return { reply: replyOf(exchange, operate, (input) => input) }
  const context = contextOf(exchange, by)
  const operated = kind.corrupts || by.effect.stream === 'after'
  let isRewritten = false
  const rewrite = (input: RawInput): RawInput => {
    const given = kind.rewrite?.(value, context, input) ?? input
    isRewritten = given !== input
    return given
  }
  const real = operated ? replyOf(exchange, operate, rewrite) : undefined
  // Nothing can be spoiled where the answer of a stub has no body.
  const isBare = kind.corrupts && real?.body === ''
  const outcome = isBare ? whole(real) : kind.replace(value, context, real)
  if (outcome.kind !== 'whole' || outcome.reply !== real || isRewritten) return { outcome, by, operated }
  if (!isDelay(by)) exchange.world.faults.unfire(by)
  return { reply: real }
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

/** Puts the exchange into the journal. */
function closeExchange(exchange: OpenExchange, met: readonly FiredFault[], result: Result): Outcome {
  if ('reply' in result) {
    const reply = exchange.withHint(result.reply)
    const waited = met.filter((each) => each.effect.replacement === undefined || isDelay(each))
    exchange.close(reply, delayedBy(exchange, waited))
    return whole(reply)
  }
  const { outcome, by, operated } = result
  exchange.useSandbox()
  const became = (how: FaultOutcome['outcome']): FaultOutcome => outcomeOf(exchange, by, how)
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
      exchange.close(reply, became(!operated ? 'answered' : by.effect.stream === 'after' ? 'lost' : 'spoiled'))
      return { ...outcome, reply: sortHeaders(reply) }
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

function contextOf(exchange: OpenExchange, met: FiredFault): FaultContext {
  const { world, id, operation } = exchange
  const { fault, effect } = met
  return {
    operation,
    fault,
    nowMs: exchange.nowMs,
    thresholdSeconds: world.limiter.namedFor(operation?.id ?? '', operation && statedSeconds(operation, world.rules)),
    invention: world.invention,
    rules: world.rules,
    exchange: id,
    body: effect.body,
    headers: effect.headers,
    request: () => candidateOf(exchange),
    raiseIds: (above) => collections.forEach((name) => world.tables[name].raiseIds(above)),
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
        if (waitMs > 0) await holdExchange(exchange, met.fault, waitMs, gone)
        write(bytes)
      }
    } catch {
      isWhole = false
    }
    exchange.close(reply, outcomeOf(exchange, met, isWhole ? 'delayed' : 'lost'))
    return isWhole
  },
  rest: () => exchange.letClockGoOn?.(),
})

/** A delay, or a hang: for as long as the fault says, or until it is taken away. */
async function holdForFault(
  exchange: OpenExchange,
  { fault, effect: { latencyMs, jitterMs, hangs } }: FiredFault,
): Promise<void> {
  const { world, id } = exchange
  const jitter = (): number =>
    world.invention.draw(`faults/${fault}`, id)('jitter', (faker) => faker.number.int({ max: Math.floor(jitterMs) }))
  const forMs = latencyMs + (jitterMs === 0 ? 0 : jitter())
  if (hangs && forMs === 0) await holdExchange(exchange, fault, undefined)
  else if (forMs > 0) await holdExchange(exchange, fault, forMs)
}

/** The delays that a request met, when nothing replaced its response. */
function delayedBy({ happened }: OpenExchange, met: readonly FiredFault[]): FaultOutcome | null {
  const names = met.map(({ fault }) => fault).join(', ')
  const value = met.reduce((sum, { effect }) => sum + effect.latencyMs, 0)
  return names === '' ? null : { name: names, effect: 'delay', value, outcome: 'delayed', happened }
}

/** The client no longer waits for the response. */
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

/**
 * Holds an exchange on the sandbox's clock, for ever when no span is given, until the fault lets go.
 * @throws DelayEndedError when the client waits for the response no more, Refusal where the memory budget has no room for its body
 */
async function holdExchange(
  exchange: OpenExchange,
  fault: string,
  forMs: number | undefined,
  gone?: AbortSignal,
): Promise<void> {
  const { world, sandbox, incoming } = exchange
  const { clock } = world
  const holds = exchange.holdsOf(fault)
  if (holds === undefined) return
  exchange.letClockGoOn?.()
  const left = incoming.gone()
  const letGo = countHeldBody(sandbox.memory, exchange.requestBody)
  try {
    sandbox.changed()
    await holds.wait({
      exchange: exchange.id,
      fault,
      clock,
      forMs,
      text: `exchange ${exchange.id} goes on (fault ${fault})`,
      idle: () => new Promise((resolve) => (exchange.letClockGoOn = resolve)),
      request: matchedOf(exchange),
      signal: gone === undefined ? left : AbortSignal.any([gone, left]),
    })
  } finally {
    letGo()
  }
  exchange.nowMs = clock.nowMs
}

/** Counts a body twice: as it came, and as faults see it. @returns what is called when it is held no more */
function countHeldBody(memory: Memory, text: string): () => void {
  const bytes = 2 * textBytes(text)
  if (!memory.take(bytes)) throw refuseBody()
  return () => memory.release(bytes)
}
