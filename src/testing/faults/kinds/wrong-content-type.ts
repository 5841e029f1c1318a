import { z } from 'zod'
import { kind, whole } from '../effect.ts'
import { realOne } from '../real-one.ts'

/** The real answer as text/plain. */
export const wrongContentTypeKind = kind({
  key: 'wrong_content_type',
  schema: z.literal(true),
  spoils: true,
  copiedAsAnswered: true,
  examples: [{ label: 'wrong content type', effect: { wrong_content_type: true } }],
  apply: (_, __, real) => {
    const reply = realOne(real)
    return whole({ ...reply, headers: { ...reply.headers, 'content-type': 'text/plain; charset=utf-8' } })
  },
})
