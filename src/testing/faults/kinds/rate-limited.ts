import { z } from 'zod'
import { refuseTooFrequent } from '../../../marketplace/operation/rate-limit.ts'
import { kind, requireOperation } from '../effect.ts'

export const rateLimitedKind = kind({
  key: 'rate_limited',
  text: 'The refusal of the rate limiter, 429.',
  schema: z.literal(true),
  corrupts: false,
  ofOperation: true,
  examples: [{ label: 'rate limited (429)', effect: { rate_limited: true } }],
  apply: (_, context) =>
    context.refused(
      refuseTooFrequent(requireOperation(context), context.thresholdSeconds, context.rules, context.nowMs),
    ),
})
