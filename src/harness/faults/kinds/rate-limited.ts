import { z } from 'zod'
import { refuse } from '../../../kernel/refusal.ts'
import { limitedOnDemand, limiterText } from '../../../resources/service/rules.ts'
import { kind } from '../effect.ts'

/** What is named where the contract states no threshold, in seconds. */
const DEFAULT_THRESHOLD_SECONDS = 2

/** The limiter's refusal. */
export const rateLimitedKind = kind({
  key: 'rate_limited',
  schema: z.literal(true),
  spoils: false,
  apply: (_, { operation: { limit } }) => ({
    kind: 'refused',
    refusal: refuse(limit?.rule ?? limitedOnDemand, limiterText(limit?.thresholdSeconds ?? DEFAULT_THRESHOLD_SECONDS)),
  }),
})
