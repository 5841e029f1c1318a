import { z } from 'zod'
import { tooFrequent } from '../../../marketplace/operation/rules.ts'
import { kind } from '../effect.ts'
import { requireOperation } from '../require-operation.ts'

/** The limiter's refusal. */
export const rateLimitedKind = kind({
  key: 'rate_limited',
  text: 'The refusal of the rate limiter, 429.',
  schema: z.literal(true),
  corrupts: false,
  ofOperation: true,
  examples: [{ label: 'rate limited (429)', effect: { rate_limited: true } }],
  apply: (_, { operation, thresholdSeconds, rules, refused }) =>
    refused(tooFrequent(requireOperation(operation), thresholdSeconds, rules)),
})
