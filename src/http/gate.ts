import type { Context } from 'hono'
import type { Operation } from '../kernel/operation.ts'
import { Refusal, refuse } from '../kernel/refusal.ts'
import type { Sim } from '../kernel/sim.ts'
import type { Route } from '../resources/service/route.ts'
import { limitedOnDemand } from '../resources/service/rules.ts'
import type { Tables } from '../resources/tables.ts'
import { authenticate, type Caller, holds } from '../resources/users/authenticate.ts'
import type { World } from '../world.ts'
import type { Env } from './env.ts'
import { OpenExchange } from './exchange.ts'
import { readInput } from './read-input.ts'

/** The one way to an operation: every stage in the order of the pipeline. */
export function gate(route: Route<Tables>): (c: Context<Env>) => Promise<Response> {
  const { operation } = route
  return async (c) => {
    const exchange = new OpenExchange(c, operation, operation.rules)
    const { sim } = exchange
    try {
      const caller = authenticate(sim, exchange.keyDigest)
      exchange.userId = caller.user.id
      permit(sim, operation, caller)
      limitRate(exchange.world, operation, caller)
      const input = await readInput(operation, exchange, c.req.param())
      return exchange.answer(200, route.run(sim, caller.user, input))
    } catch (error) {
      if (error instanceof Refusal) return exchange.refuse(error)
      throw error
    }
  }
}

function permit({ trace }: Sim<Tables>, { permission }: Operation, caller: Caller): void {
  if (permission.rule.basis === 'documented' || caller.key.permissions !== undefined) trace.apply(permission.rule)
  if (!holds(caller, permission.scope))
    throw refuse(permission.refusal, `this API key lacks the permission ${permission.scope}`)
}

function limitRate({ limiter, clock }: World, { id, limit }: Operation, { key }: Caller): void {
  const thresholdSeconds = limiter.thresholdOf(id, limit?.thresholdSeconds)
  if (thresholdSeconds === undefined) return
  const waitMs = limiter.admit(key.key_sha256, id, thresholdSeconds, clock.nowMs)
  if (waitMs === 0) return
  const threshold = Number.isInteger(thresholdSeconds) ? thresholdSeconds.toFixed(1) : String(thresholdSeconds)
  const text = `API requests too frequent endpoint threshold=${threshold}`
  throw refuse(
    limit?.rule ?? limitedOnDemand,
    text,
    `the next request is accepted in ${waitMs / 1000} s of the sandbox's clock`,
  )
}
