import { z } from 'zod'
import { tooFrequent } from '../../../resources/service/rules.ts'
import { kind } from '../effect.ts'

/** The limiter's refusal. */
export const rateLimitedKind = kind({
  key: 'rate_limited',
  schema: z.literal(true),
  spoils: false,
  apply: (_, { operation, thresholdSeconds }) => ({
    kind: 'refused',
    refusal: tooFrequent(operation, thresholdSeconds),
  }),
})
