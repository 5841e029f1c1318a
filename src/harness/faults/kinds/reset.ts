import { z } from 'zod'
import { kind } from '../effect.ts'

/** Resets the connection (RST). */
export const resetKind = kind({
  key: 'reset',
  schema: z.literal(true),
  spoils: false,
  apply: () => ({ kind: 'reset' }),
})
