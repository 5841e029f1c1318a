import { z } from 'zod'
import { byteLengthOf, bytesOf } from '../../../kernel/json-bytes.ts'
import { strictObject } from '../../../kernel/wire.ts'
import { kind } from '../effect.ts'

/** Faults that break the connection, or send the real answer in other pieces. */
export const connectionKinds = [
  kind({
    key: 'reset',
    text: 'Resets the connection (TCP RST). With stream: after the operation has happened by then.',
    schema: z.literal(true),
    examples: [
      { label: 'connection reset before it happens', effect: { reset: true } },
      { label: 'connection reset after it happened (lost reply)', effect: { reset: true, stream: 'after' } },
    ],
    apply: () => ({ kind: 'reset' }),
  }),
  kind({
    key: 'empty_response',
    text: 'The connection ends without a byte.',
    schema: z.literal(true),
    examples: [{ label: 'empty response', effect: { empty_response: true } }],
    apply: () => ({ kind: 'closed' }),
  }),
  kind({
    key: 'truncate_body',
    text: 'Sends a part of the real body and closes: below 1 a fraction, else bytes.',
    schema: z.number().min(0),
    corrupts: true,
    illegible: true,
    examples: [{ label: 'body cut in half', effect: { truncate_body: 0.5 } }],
    apply: (part, _, reply) => {
      const total = byteLengthOf(reply.body)
      return { kind: 'truncated', reply, sentBytes: Math.min(total, Math.floor(part < 1 ? total * part : part)) }
    },
  }),
  kind({
    key: 'dribble',
    text: 'Sends the real answer in so many chunks, with an interval before each but the first.',
    schema: strictObject({
      chunks: z.int().min(1).max(1000).describe('How many.'),
      interval_ms: z.number().min(0).max(86_400_000).describe("Milliseconds of the sandbox's clock."),
    }),
    corrupts: true,
    examples: [{ label: 'in 5 pieces, 200 ms apart', effect: { dribble: { chunks: 5, interval_ms: 200 } } }],
    apply: ({ chunks, interval_ms }, { chunked }, reply) => {
      const body = bytesOf(reply.body)
      const size = Math.max(1, Math.ceil(body.byteLength / chunks))
      return chunked(
        reply,
        Array.from({ length: Math.ceil(body.byteLength / size) }, (_, index) => ({
          waitMs: index === 0 ? 0 : interval_ms,
          bytes: body.slice(index * size, (index + 1) * size),
        })),
      )
    },
  }),
] as const
