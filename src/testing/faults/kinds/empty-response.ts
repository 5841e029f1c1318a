import { z } from 'zod'
import { kind } from '../effect.ts'

export const emptyResponseKind = kind({
  key: 'empty_response',
  text: 'The connection ends without a byte.',
  schema: z.literal(true),
  corrupts: false,
  examples: [{ label: 'empty response', effect: { empty_response: true } }],
  apply: () => ({ kind: 'closed' }),
})
