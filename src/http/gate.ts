import type { Context } from 'hono'
import type { Operation } from '../kernel/operation.ts'
import { Refusal, refuse } from '../kernel/refusal.ts'
import type { Sim } from '../kernel/sim.ts'
import { Trace } from '../kernel/trace.ts'
import type { Route } from '../resources/service/route.ts'
import { limitedOnDemand } from '../resources/service/rules.ts'
import type { Tables } from '../resources/tables.ts'
import { authenticate, type Caller, holds } from '../resources/users/authenticate.ts'
import type { World } from '../world.ts'
import type { Env } from './env.ts'
import { readInput } from './read-input.ts'
import { refusalBody, respond } from './respond.ts'

/** The one way to an operation: every stage in the order of the pipeline. */
export function gate(route: Route<Tables>): (c: Context<Env>) => Promise<Response> {
  const { operation } = route
  return async (c) => {
    const { world } = c.env.sandbox
    const exchangeId = ++world.exchanges.count
    const trace = new Trace(operation.rules)
    const sim: Sim<Tables> = { tables: world.tables, clock: world.clock, invention: world.invention, trace }
    try {
      const caller = authenticate(sim, c.req.header('authorization'))
      permit(sim, operation, caller)
      limitRate(world, operation, caller)
      const input = await readInput(operation, c.req.raw, c.req.param())
      return respond(200, route.run(sim, caller.user, input), trace, exchangeId, world.clock.nowMs)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      trace.apply(error.rule)
      trace.hint = error.hint ?? trace.hint
      return respond(error.rule.status, refusalBody(operation.envelope, error), trace, exchangeId, world.clock.nowMs)
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
