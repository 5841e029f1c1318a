import { z } from 'zod'
import { kind } from '../effect.ts'

export const resetKind = kind({
  key: 'reset',
  text: 'Resets the connection (TCP RST). With stream: after the operation has happened by then.',
  schema: z.literal(true),
  corrupts: false,
  examples: [
    { label: 'connection reset before it happens', effect: { reset: true } },
    { label: 'connection reset after it happened (lost reply)', effect: { reset: true, stream: 'after' } },
  ],
  apply: () => ({ kind: 'reset' }),
})
