import { z } from 'zod'
import { bytesOf } from '../../../kernel/json-bytes.ts'
import { strictObject } from '../../../kernel/wire.ts'
import { kind } from '../effect.ts'

export const dribbleKind = kind({
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
})
