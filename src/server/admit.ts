import type { Operation, Scope } from '../kernel/operation.ts'
import { queryParameters } from '../kernel/query-parameters.ts'
import { refuse } from '../kernel/refusal.ts'
import {
  limiterRule,
  perAccount,
  statedSeconds,
  refuseTooFrequent,
  refuseTooMany,
} from '../marketplace/operation/rate-limit.ts'
import { authenticate, hasPermission } from '../marketplace/users/authenticate.ts'
import { anonymous, type UserRow } from '../marketplace/users/collections.ts'
import type { OpenExchange } from './open-exchange.ts'
import { describeKeys } from './describe-keys.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/** Checks key, permission and rate limit. @throws Refusal */
export function admit(exchange: OpenExchange, operation: Operation): UserRow {
  const { sim, world } = exchange
  const { permission } = operation
  if (permission === undefined) {
    limitRate(exchange, operation, exchange.keyDigest ?? '')
    return anonymous
  }
  if (permission.keyless !== undefined && exchange.keyDigest === undefined && world.rules.shapes(permission.keyless)) {
    sim.trace.apply(permission.keyless)
    exchange.isAdmittedWithoutKey = true
    limitRate(exchange, operation, '')
    return anonymous
  }
  if (exchange.isKeyInQuery && exchange.trace.repeated.includes('api_key'))
    sim.trace.apply(catalogue['request.repeated-parameter'])
  const caller = authenticate(sim, exchange.keyDigest, () =>
    exchange.keyDigest === undefined ? describeOtherKeyHeader(exchange) : describeKeys(world),
  )
  if (exchange.isKeyInQuery) sim.trace.apply(catalogue['authentication.key-in-query'])
  const { user, key } = caller
  exchange.userId = user.id
  if (key.permissions !== undefined) exchange.trace.apply(permission.rule)
  if (!hasPermission(caller, permission.scope))
    throw refuse(permission.refusal, lackingText(permission.scope, world.rules.of(permission.refusal).status))
  limitRate(exchange, operation, key.key_sha256)
  return user
}

/** What a key lacks, in the words that were seen beside a 401. */
const lackingText = (scope: Scope, status = 403): string =>
  status === 401
    ? `Authorization Error. Your key lacks the ${scope} access which is required for this action.`
    : `this API key lacks the permission ${scope}`

/** Headers in which clients of other services send a key. */
const OTHER_KEY_HEADER = /^(x-)?(api|auth|access)-?(key|token)$/i

/** For a client that sent a key, but not where it is read. */
function describeOtherKeyHeader({ incoming: { headers, query } }: OpenExchange): string | undefined {
  const write = 'write "Authorization: Bearer <key>"'
  if (headers.value('authorization') !== null) return write
  const other = headers.raw.find((name, at) => at % 2 === 0 && OTHER_KEY_HEADER.test(name))
  if (other !== undefined) return `${write} in place of ${other}`
  return Object.hasOwn(queryParameters(query), 'api_key')
    ? `${write}; only --dialect observed reads api_key`
    : undefined
}

/** @throws Refusal for a request that comes too soon */
function limitRate({ world, nowMs, trace }: OpenExchange, operation: Operation, identity: string): void {
  const { id, limit } = operation
  const { limiter, rules } = world
  const { mode } = world.clock
  if (rules.shapes(catalogue['rate-limit.per-account'])) {
    const waitMs = limiter.admitAccount(identity, perAccount.requests, perAccount.seconds * 1000, nowMs)
    if (waitMs > 0) throw refuseTooMany({ nowMs, waitMs, mode }, rules)
  }
  const thresholdSeconds = limiter.thresholdOf(id, statedSeconds(operation, rules))
  const contradicts =
    limit !== undefined && limit.value !== thresholdSeconds && limiter.isTooSoon(identity, id, limit.value, nowMs)
  const waitMs = thresholdSeconds === undefined ? 0 : limiter.admit(identity, id, thresholdSeconds, nowMs)
  if (waitMs === 0 || thresholdSeconds === undefined) {
    if (contradicts) trace.applyAlone(limiterRule(operation, thresholdSeconds, rules))
    return
  }
  throw refuseTooFrequent(operation, thresholdSeconds, rules, nowMs, { waitMs, mode })
}
