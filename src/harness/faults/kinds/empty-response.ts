import { z } from 'zod'
import { kind } from '../effect.ts'

/** Closes the connection without a byte. */
export const emptyResponseKind = kind({
  key: 'empty_response',
  schema: z.literal(true),
  spoils: false,
  apply: () => ({ kind: 'closed' }),
})
