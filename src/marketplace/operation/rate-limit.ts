import { type Clock, describeWait } from '../../kernel/clock.ts'
import type { Operation } from '../../kernel/operation.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { RefusalRule } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { catalogue } from '../catalogue.ts'

/** So many requests of one key, to whatever operations, are let through in so many seconds. */
export const perAccount = { requests: 5, seconds: 10 }

/** The text of the limiter, on which clients match. */
const limiterText = (thresholdSeconds: number): string =>
  `API requests too frequent endpoint threshold=${Number.isInteger(thresholdSeconds) ? thresholdSeconds.toFixed(1) : thresholdSeconds}`

/** The threshold in seconds that holds for an operation unless a test sets one; undefined where there is none. */
export function statedSeconds({ limit, configuredLimit, reportedSeconds }: Operation, rules: RulesInForce) {
  if (limit !== undefined) return rules.valueOf(limit)
  return rules.of(configuredLimit).choice === 'reported' ? reportedSeconds : undefined
}

/** The rule behind the threshold that holds for an operation; undefined for none. */
export const limiterRule = (
  { limit, configuredLimit }: Operation,
  thresholdSeconds: number | undefined,
  rules: RulesInForce,
): RefusalRule => (limit !== undefined && rules.valueOf(limit) === thresholdSeconds ? limit : configuredLimit)

/** When a request came too soon (Unix milliseconds), and how many milliseconds it has to wait. */
interface EarlyRequest {
  readonly nowMs: number
  readonly waitMs: number
}

const waitHint = ({ waitMs, ...clock }: EarlyRequest & Pick<Clock, 'mode'>): string =>
  `the next request is accepted ${describeWait(clock, waitMs)}`

const retryAfterSeconds = ({ waitMs }: EarlyRequest): number => Math.max(1, Math.ceil(waitMs / 1000))

const waitHeaders = (soon: EarlyRequest, letThrough: number): Readonly<Record<string, string>> => ({
  'retry-after': String(retryAfterSeconds(soon)),
  'x-ratelimit-limit': letThrough.toFixed(1),
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(Math.ceil((soon.nowMs + soon.waitMs) / 1000)),
})

/** The refusal of a request that comes too soon under a threshold. @param wait absent where a fault refuses it */
export function refuseTooFrequent(
  operation: Operation,
  thresholdSeconds: number,
  rules: RulesInForce,
  nowMs: number,
  wait?: Pick<EarlyRequest, 'waitMs'> & Pick<Clock, 'mode'>,
): Refusal {
  const soon = { nowMs, waitMs: wait?.waitMs ?? thresholdSeconds * 1000 }
  return new Refusal(
    limiterRule(operation, thresholdSeconds, rules),
    limiterText(thresholdSeconds),
    wait && waitHint({ ...wait, nowMs }),
    undefined,
    rules.shapes(catalogue['rate-limit.headers']) ? waitHeaders(soon, 1) : undefined,
  )
}

/** The refusal of a key that was let through too often. */
export const refuseTooMany = (soon: EarlyRequest & Pick<Clock, 'mode'>, rules: RulesInForce): Refusal =>
  new Refusal(
    catalogue['rate-limit.per-account'],
    'API requests too frequent',
    waitHint(soon),
    { retry_after: retryAfterSeconds(soon), limit: perAccount.requests, remaining: 0 },
    rules.shapes(catalogue['rate-limit.headers']) ? waitHeaders(soon, perAccount.requests) : undefined,
  )
