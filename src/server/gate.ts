import type { Context } from 'hono'
import type { FaultOutcome } from '../testing/journal/exchange.ts'
import type { Reply } from '../testing/faults/effect.ts'
import type { Met } from '../testing/faults/faults.ts'
import { HoldEndedError } from '../testing/faults/holds.ts'
import type { Operation } from '../kernel/operation.ts'
import { Refusal, refuse } from '../kernel/refusal.ts'
import type { Sim } from '../kernel/sim.ts'
import type { Route } from '../marketplace/operation/route.ts'
import { head, noRoomForRows, tooFrequent } from '../marketplace/operation/rules.ts'
import type { Tables } from '../marketplace/collections.ts'
import { authenticate, type Caller, hasPermission } from '../marketplace/users/authenticate.ts'
import { authentication } from '../marketplace/users/rules.ts'
import { applyDueChanges } from '../sandbox/world.ts'
import { deliver, responseOf, type Sending } from './deliver.ts'
import type { Env } from './env.ts'
import { OpenExchange } from './open-exchange.ts'
import { fateOf, withFate } from './fate.ts'
import { type Outcome, throughFaults } from './inject.ts'
import { incomingRequest } from './incoming.ts'
import { parseInput, type ReadBody, readText } from './read-input.ts'
import { whoseKeys, withPublishedKeys } from './whose-keys.ts'

/** The way to an operation through the fetch standard. */
export function gate(route: Route): (c: Context<Env>) => Promise<Response> {
  return async (c) => {
    const { raw: request, path } = c.req
    const exchange = new OpenExchange(incomingRequest(request, path), route.operation, route.operation.rules, c.env)
    const answered = answer(
      exchange,
      route,
      c.req.param(),
      await readText(route.operation, request, c.env.sandbox.budget),
    )
    if (!(answered instanceof Promise)) return responseOf(answered)
    const response = await answered
    // Nothing on the way out may lose it.
    c.env.carry.fate = fateOf(response)
    return response
  }
}

/**
 * The one way to an operation: every stage in the order of the pipeline, once the body is read.
 * It answers at once, unless a fault meets the request.
 */
export function answer(
  exchange: OpenExchange,
  route: Route,
  params: Record<string, string>,
  body: ReadBody,
): Reply | Promise<Response> {
  try {
    if (exchange.incoming.method === 'HEAD') exchange.trace.apply(head)
    const { user } = admit(exchange, route.operation, body)
    if (typeof body !== 'string') throw body
    if (route.operation.stores === true && !exchange.sandbox.hasRoomForRows(exchange.requestBody)) throw noRoomForRows()
    const operate = (): Reply => {
      applyDueChanges(exchange.world)
      return attempt(exchange, () => {
        const result = route.run(exchange.sim, user, parseInput(route.operation, exchange, params))
        exchange.happened = true
        exchange.sandbox.use()
        return exchange.reply(200, result)
      })
    }
    const met = exchange.meetFaults()
    if (met.length > 0) return underFaults(exchange, route.operation, met, operate)
    const reply = operate()
    exchange.close(reply, null)
    return reply
  } catch (error) {
    return refused(exchange, error)
  }
}

async function underFaults(
  exchange: OpenExchange,
  operation: Operation,
  met: readonly Met[],
  operate: () => Reply,
): Promise<Response> {
  try {
    return finish(exchange, await throughFaults(exchange, operation, met, operate))
  } catch (error) {
    return error instanceof HoldEndedError ? abandon(exchange, met) : responseOf(refused(exchange, error))
  }
}

/** A refusal ends the exchange; anything else that is thrown is a defect. */
function refused(exchange: OpenExchange, error: unknown): Reply {
  if (!(error instanceof Refusal)) {
    exchange.fail()
    throw error
  }
  const reply = exchange.refusal(error)
  exchange.close(reply, null)
  return error.rule === authentication.keyUnknown ? withPublishedKeys(reply, exchange.world) : reply
}

/** Key, permission, rate limit. */
function admit(exchange: OpenExchange, operation: Operation, body: ReadBody): Caller {
  const { sim, world } = exchange
  exchange.sentBody = typeof body === 'string' ? body : ''
  const caller = authenticate(sim, exchange.keyDigest, () => whoseKeys(world))
  exchange.userId = caller.user.id
  permit(sim, operation, caller)
  limitRate(exchange, operation, caller)
  return caller
}

function permit({ trace }: Sim<Tables>, { permission }: Operation, caller: Caller): void {
  if (caller.key.permissions !== undefined) trace.apply(permission.rule)
  if (!hasPermission(caller, permission.scope))
    throw refuse(permission.refusal, `this API key lacks the permission ${permission.scope}`)
}

function limitRate({ world: { limiter }, nowMs }: OpenExchange, operation: Operation, { key }: Caller): void {
  const { id, limit } = operation
  const thresholdSeconds = limiter.thresholdOf(id, limit?.thresholdSeconds)
  if (thresholdSeconds === undefined) return
  const waitMs = limiter.admit(key.key_sha256, id, thresholdSeconds, nowMs)
  if (waitMs > 0) {
    const hint = `the next request is accepted in ${waitMs / 1000} s of the sandbox's clock`
    throw tooFrequent(operation, thresholdSeconds, hint)
  }
}

/** A refusal is a reply too; anything else that is thrown is a defect. */
function attempt(exchange: OpenExchange, work: () => Reply): Reply {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return exchange.refusal(error)
    throw error
  }
}

/** Faults have had their say: the answer goes out, and the exchange into the journal. */
function finish(exchange: OpenExchange, { delivery: decided, replacedBy, operated }: Outcome): Response {
  if (replacedBy === undefined && decided.kind === 'whole') {
    exchange.close(decided.reply, exchange.delayedBy)
    return responseOf(decided.reply)
  }
  exchange.sandbox.use()
  const delivery =
    decided.kind === 'refused' ? ({ kind: 'whole', reply: exchange.refusal(decided.refusal) } as const) : decided
  const { key: effect, value } = replacedBy?.effect.replacement ?? { key: 'delay', value: 0 }
  const fault = (outcome: FaultOutcome['outcome']): FaultOutcome => ({
    name: replacedBy?.fault ?? '',
    effect,
    value,
    outcome,
    happened: exchange.happened,
  })
  if (delivery.kind === 'reset' || delivery.kind === 'closed') {
    exchange.close(undefined, fault('lost'))
    return delivered(exchange, delivery)
  }
  if (delivery.kind === 'chunked') {
    const over = (isWhole: boolean): void => exchange.close(delivery.reply, fault(isWhole ? 'delayed' : 'lost'))
    if (exchange.incoming.method !== 'HEAD') {
      return delivered(exchange, delivery, {
        wait: (ms, gone) => exchange.hold(replacedBy?.fault ?? '', ms, gone),
        over,
        rest: () => exchange.rest(),
      })
    }
    over(true)
    return responseOf(delivery.reply)
  }
  const reply = exchange.injected(delivery.reply)
  exchange.close(
    reply,
    fault(operated && replacedBy?.effect.stream === 'after' ? 'lost' : operated ? 'spoiled' : 'answered'),
  )
  return delivered(exchange, { ...delivery, reply })
}

const atOnce: Sending = { wait: () => Promise.resolve(), over: () => undefined, rest: () => undefined }

const delivered = (
  { incoming }: OpenExchange,
  delivery: Parameters<typeof deliver>[0],
  sending: Sending = atOnce,
): Response => deliver(delivery, sending, incoming.gone)

/** Nobody waits for the answer any more. */
function abandon(exchange: OpenExchange, met: readonly Met[]): Response {
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
  return withFate(new Response(null, { status: 204 }), { kind: 'closed' })
}
