import { capture, found, judgement } from '../../kernel/evidence.ts'
import type { Operation } from '../../kernel/operation.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { assumed, documented, type RefusalRule } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { publicFiles, reference, vendorDocs } from '../sources.ts'

export const rateLimit = {
  window: assumed({
    id: 'rate-limit.window',
    evidence: [
      ...found(
        'An interval for each endpoint and identity; some have a number of calls for each period besides.',
        capture('nikitatsym/vastai-mcp', '2026-07-25'),
        publicFiles(1, 'code', '2026-07'),
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
        publicFiles(2, 'note', '2026-06-17'),
        publicFiles(4, 'code'),
      ),
      ...found('429, no Retry-After promised.', reference),
    ],
    text: 'A request that comes too soon is answered with 429.',
  }),
}

/** The refusal of the limiter under the threshold that the contract states for an operation. */
export const limited = (operation: string, thresholdSeconds: number) =>
  documented({
    id: `${operation}.rate-limit`,
    section: 'Limits; Errors › Rate limiting',
    text: `Requests that are too frequent are answered with {detail}, a text that names the threshold ${thresholdSeconds.toFixed(1)}.`,
    status: 429,
    error: 'rate_limited',
    envelope: 'detail',
    value: thresholdSeconds,
    restsOn: [rateLimit.window, rateLimit.status],
  })

/** The refusal of the limiter under a threshold that a test sets, where the contract states another one or none. */
export const limitedOnDemand = assumed({
  id: 'rate-limit.configured',
  evidence: judgement('The contract states thresholds for three operations only, and no limit for the others.'),
  text: 'An operation without a stated threshold is not limited. A threshold that is configured takes the place of what is stated and may let through what that would refuse; so does a limiter that is switched off.',
  status: 429,
  error: 'rate_limited',
  envelope: 'detail',
  restsOn: [rateLimit.window, rateLimit.status],
  alternatives: {
    reported: {
      text: 'Template search has the threshold 3.0 and creation of an instance 4.5; a threshold that is configured takes the place of what is stated or reported.',
      evidence: [
        ...found(
          'Template search is limited too; create 4.5, template search 3.0.',
          publicFiles(1, 'note', '2026-06-17'),
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
export function statedSeconds({ limit, limitedOnDemand, reportedSeconds }: Operation, rules: RulesInForce) {
  if (limit !== undefined) return rules.valueOf(limit.rule)
  return rules.of(limitedOnDemand).choice === 'reported' ? reportedSeconds : undefined
}

/** The rule behind the threshold that holds for an operation; undefined for none. */
export const limiterRule = (
  { limit, limitedOnDemand }: Operation,
  thresholdSeconds: number | undefined,
  rules: RulesInForce,
): RefusalRule => (limit !== undefined && rules.valueOf(limit.rule) === thresholdSeconds ? limit.rule : limitedOnDemand)

/** The refusal of a request that comes too soon under a threshold. */
export const tooFrequent = (
  operation: Operation,
  thresholdSeconds: number,
  rules: RulesInForce,
  hint?: string,
): Refusal => refuse(limiterRule(operation, thresholdSeconds, rules), limiterText(thresholdSeconds), hint)
