import { capture, found, judgement } from '../../kernel/evidence.ts'
import type { Operation } from '../../kernel/operation.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { assumed, choice, documented, type RefusalRule } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { contract, unnamed, reference, vendorDocs } from '../sources.ts'

/** So many requests of one key, to whatever operations, are let through in so many seconds. */
export const perAccount = { requests: 5, seconds: 10 }

const seenWithHeaders = capture('nikitatsym/vastai-mcp test_integration', '2026-07-25')

export const rateLimitRules = {
  window: assumed({
    id: 'rate-limit.window',
    evidence: [
      ...found(
        'An interval for each endpoint and identity; some have a number of calls for each period besides.',
        capture('nikitatsym/vastai-mcp', '2026-07-25'),
        unnamed(1, 'code', '2026-07'),
        vendorDocs,
      ),
      ...judgement('Whether a refused request restarts the interval is shown nowhere.'),
    ],
    text: 'The threshold is a minimum interval in seconds between two requests of one API key to one operation that the limiter lets through, whatever their answer; one that it refuses does not restart the interval.',
  }),
  status: assumed({
    id: 'rate-limit.status',
    evidence: [
      ...found(
        '429.',
        capture('nikitatsym/vastai-mcp test_integration', '2026-07-25'),
        unnamed(2, 'note', '2026-06-17'),
        unnamed(4, 'code'),
      ),
      ...found('429, no Retry-After promised.', reference),
    ],
    text: 'A request that comes too soon is answered with 429.',
  }),
  headers: choice({
    id: 'rate-limit.headers',
    evidence: found('It shows the body alone.', contract),
    text: 'Whether a 429 says in headers how long to wait.',
    usual: 'none',
    usually: 'It has no such header.',
    alternatives: {
      sent: {
        text: 'Retry-After has the whole seconds until the next request is let through, x-ratelimit-reset that instant in Unix seconds, x-ratelimit-limit how many are let through in that time, x-ratelimit-remaining 0.',
        evidence: found(
          'retry-after: 10, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset.',
          seenWithHeaders,
        ),
      },
    },
    observed: 'sent',
  }),
}

/** Whether the requests of a key to all operations are counted together. */
export const accountLimit = choice({
  id: 'rate-limit.per-account',
  evidence: found('It states thresholds of single operations.', contract),
  despite: 'it was seen of one account only, and others were let through more often',
  text: 'Whether the requests of a key to all operations are counted together.',
  usual: 'none',
  usually: 'They are not.',
  alternatives: {
    counted: {
      text: `A key is let through ${perAccount.requests} times in any ${perAccount.seconds} seconds; a request that is refused does not count.`,
      evidence: found(
        'About five requests in ten seconds; {error: "HTTPTooManyRequests", msg, retry_after: 10, limit: 5.0, remaining: 0}.',
        seenWithHeaders,
      ),
      status: 429,
      error: 'HTTPTooManyRequests',
      envelope: 'plain',
    },
  },
  observed: 'none',
  restsOn: [rateLimitRules.headers],
})

/** The refusal of the limiter under the threshold that the contract states for an operation. */
export const limitRule = (operation: string, thresholdSeconds: number) =>
  documented({
    id: `${operation}.rate-limit`,
    section: 'Limits; Errors › Rate limiting',
    text: `Requests that are too frequent are answered with {detail}, a text that names the threshold ${thresholdSeconds.toFixed(1)}.`,
    status: 429,
    error: 'rate_limited',
    envelope: 'detail',
    value: thresholdSeconds,
    restsOn: [rateLimitRules.window, rateLimitRules.status, rateLimitRules.headers],
  })

/** The refusal of the limiter under a threshold that a test sets, where the contract states another one or none. */
export const configuredLimit = assumed({
  id: 'rate-limit.configured',
  evidence: judgement('The contract states thresholds for three operations only, and no limit for the others.'),
  text: 'An operation without a stated threshold is not limited. A threshold that is configured takes the place of what is stated and may let through what that would refuse; so does a limiter that is switched off.',
  status: 429,
  error: 'rate_limited',
  envelope: 'detail',
  restsOn: [rateLimitRules.window, rateLimitRules.status, rateLimitRules.headers],
  alternatives: {
    reported: {
      text: 'Template search has the threshold 3.0 and creation of an instance 4.5; a threshold that is configured takes the place of what is stated or reported.',
      evidence: [
        ...found(
          'Template search is limited too; create 4.5, template search 3.0.',
          unnamed(1, 'note', '2026-06-17'),
          vendorDocs,
        ),
        ...found('Thresholds beyond those of the contract.', reference),
      ],
    },
  },
  observed: 'reported',
})

/** The text of the limiter, on which clients match. */
const limiterText = (thresholdSeconds: number): string =>
  `API requests too frequent endpoint threshold=${Number.isInteger(thresholdSeconds) ? thresholdSeconds.toFixed(1) : thresholdSeconds}`

/** The threshold in seconds that holds for an operation unless a test sets one; undefined where there is none. */
export function statedSeconds({ limit, configuredLimit, reportedSeconds }: Operation, rules: RulesInForce) {
  if (limit !== undefined) return rules.valueOf(limit.rule)
  return rules.of(configuredLimit).choice === 'reported' ? reportedSeconds : undefined
}

/** The rule behind the threshold that holds for an operation; undefined for none. */
export const limiterRule = (
  { limit, configuredLimit }: Operation,
  thresholdSeconds: number | undefined,
  rules: RulesInForce,
): RefusalRule => (limit !== undefined && rules.valueOf(limit.rule) === thresholdSeconds ? limit.rule : configuredLimit)

/** When a request came too soon, and how long it has to wait; Unix milliseconds, milliseconds. */
interface EarlyRequest {
  readonly nowMs: number
  readonly waitMs: number
}

const waitHint = ({ waitMs }: EarlyRequest): string =>
  `the next request is accepted in ${waitMs / 1000} s of the sandbox's clock`

const retryAfterSeconds = ({ waitMs }: EarlyRequest): number => Math.max(1, Math.ceil(waitMs / 1000))

const waitHeaders = (soon: EarlyRequest, letThrough: number): Readonly<Record<string, string>> => ({
  'retry-after': String(retryAfterSeconds(soon)),
  'x-ratelimit-limit': letThrough.toFixed(1),
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(Math.ceil((soon.nowMs + soon.waitMs) / 1000)),
})

/** The refusal of a request that comes too soon under a threshold. @param waitMs absent where a fault refuses it */
export function refuseTooFrequent(
  operation: Operation,
  thresholdSeconds: number,
  rules: RulesInForce,
  nowMs: number,
  waitMs?: number,
): Refusal {
  const soon = { nowMs, waitMs: waitMs ?? thresholdSeconds * 1000 }
  return new Refusal(
    limiterRule(operation, thresholdSeconds, rules),
    limiterText(thresholdSeconds),
    waitMs === undefined ? undefined : waitHint(soon),
    undefined,
    rules.shapes(rateLimitRules.headers) ? waitHeaders(soon, 1) : undefined,
  )
}

/** The refusal of a key that was let through too often. */
export const refuseTooMany = (soon: EarlyRequest, rules: RulesInForce): Refusal =>
  new Refusal(
    accountLimit,
    'API requests too frequent',
    waitHint(soon),
    { retry_after: retryAfterSeconds(soon), limit: perAccount.requests, remaining: 0 },
    rules.shapes(rateLimitRules.headers) ? waitHeaders(soon, perAccount.requests) : undefined,
  )
