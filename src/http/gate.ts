import type { Context } from 'hono'
import type { FaultOutcome } from '../harness/exchange.ts'
import type { Reply } from '../harness/faults/effect.ts'
import { HoldEndedError } from '../harness/holds.ts'
import type { Operation } from '../kernel/operation.ts'
import { Refusal, refuse } from '../kernel/refusal.ts'
import type { Sim } from '../kernel/sim.ts'
import type { Route } from '../resources/service/route.ts'
import { head, limitedOnDemand, limiterText } from '../resources/service/rules.ts'
import type { Tables } from '../resources/tables.ts'
import { authenticate, type Caller, holds } from '../resources/users/authenticate.ts'
import type { UserRow } from '../resources/users/state.ts'
import { settle } from '../world.ts'
import { deliver } from './deliver.ts'
import type { Env } from './env.ts'
import { OpenExchange } from './exchange.ts'
import { fateOf, withFate } from './fate.ts'
import { type Outcome, throughFaults } from './inject.ts'
import { parseInput, readText } from './read-input.ts'

/** The one way to an operation: every stage in the order of the pipeline. */
export function gate(route: Route<Tables>): (c: Context<Env>) => Promise<Response> {
  const { operation } = route
  return async (c) => {
    const exchange = new OpenExchange(c, operation, operation.rules)
    try {
      const unread = await readInto(exchange, operation)
      const { user } = admit(exchange, operation)
      if (unread !== undefined) throw unread
      if (exchange.request.method === 'HEAD') exchange.trace.apply(head)
      const operate = (): Reply => {
        settle(exchange.world)
        return attempt(exchange, () => {
          const answer = run(exchange, route, user, c.req.param())
          exchange.happened = true
          return exchange.reply(200, answer)
        })
      }
      return carried(c, finish(exchange, await throughFaults(exchange, operation, operate)))
    } catch (error) {
      if (error instanceof HoldEndedError) return carried(c, abandon(exchange))
      if (!(error instanceof Refusal)) {
        exchange.fail()
        throw error
      }
      const reply = exchange.refusal(error)
      exchange.close(reply, null)
      return new Response(reply.body, reply)
    }
  }
}

/** Keeps the fate of the connection where nothing on the way out can lose it. */
function carried(c: Context<Env>, response: Response): Response {
  c.env.carry.fate = fateOf(response)
  return response
}

/** Takes in the body; why it cannot be read counts only once the caller is known. */
async function readInto(exchange: OpenExchange, operation: Operation): Promise<unknown> {
  try {
    exchange.requestBody = await readText(operation, exchange.request)
    return undefined
  } catch (error) {
    return error
  }
}

/** Key, permission, rate limit. */
function admit(exchange: OpenExchange, operation: Operation): Caller {
  const { sim } = exchange
  const caller = authenticate(sim, exchange.keyDigest)
  exchange.userId = caller.user.id
  permit(sim, operation, caller)
  limitRate(exchange, operation, caller)
  return caller
}

function permit({ trace }: Sim<Tables>, { permission }: Operation, caller: Caller): void {
  if (permission.rule.basis === 'documented' || caller.key.permissions !== undefined) trace.apply(permission.rule)
  if (!holds(caller, permission.scope))
    throw refuse(permission.refusal, `this API key lacks the permission ${permission.scope}`)
}

function limitRate({ world: { limiter }, nowMs }: OpenExchange, { id, limit }: Operation, { key }: Caller): void {
  const thresholdSeconds = limiter.thresholdOf(id, limit?.thresholdSeconds)
  if (thresholdSeconds === undefined) return
  const waitMs = limiter.admit(key.key_sha256, id, thresholdSeconds, nowMs)
  if (waitMs === 0) return
  const hint = `the next request is accepted in ${waitMs / 1000} s of the sandbox's clock`
  throw refuse(limit?.rule ?? limitedOnDemand, limiterText(thresholdSeconds), hint)
}

const run = (exchange: OpenExchange, route: Route<Tables>, user: UserRow, params: Record<string, string>): unknown =>
  route.run(exchange.sim, user, parseInput(route.operation, exchange, params))

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
    return new Response(decided.reply.body, decided.reply)
  }
  const delivery =
    decided.kind === 'refused' ? ({ kind: 'whole', reply: exchange.refusal(decided.refusal) } as const) : decided
  const effect = replacedBy?.effect.replacement?.key ?? 'delay'
  const fault = (outcome: FaultOutcome['outcome']): FaultOutcome => ({
    name: replacedBy?.fault ?? '',
    effect,
    outcome,
    happened: exchange.happened,
  })
  if (delivery.kind === 'reset' || delivery.kind === 'closed') {
    exchange.close(undefined, fault('lost'))
    return deliver(
      delivery,
      () => Promise.resolve(),
      () => undefined,
    )
  }
  if (delivery.kind === 'chunked') {
    const over = (isWhole: boolean): void => exchange.close(delivery.reply, fault(isWhole ? 'delayed' : 'lost'))
    return deliver(delivery, (ms, gone) => exchange.hold(replacedBy?.fault ?? '', ms, gone), over)
  }
  const reply = exchange.injected(delivery.reply)
  exchange.close(
    reply,
    fault(operated && replacedBy?.effect.stream === 'after' ? 'lost' : operated ? 'spoiled' : 'answered'),
  )
  return deliver(
    { ...delivery, reply },
    () => Promise.resolve(),
    () => undefined,
  )
}

/** Nobody waits for the answer any more. */
function abandon(exchange: OpenExchange): Response {
  exchange.close(undefined, {
    name: exchange.delayedBy?.name ?? '',
    effect: 'hang',
    outcome: 'lost',
    happened: exchange.happened,
  })
  return withFate(new Response(null, { status: 204 }), { kind: 'closed' })
}
