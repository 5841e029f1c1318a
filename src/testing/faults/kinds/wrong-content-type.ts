import { z } from 'zod'
import { kind, whole } from '../effect.ts'

export const wrongContentTypeKind = kind({
  key: 'wrong_content_type',
  text: 'The real answer as text/plain.',
  schema: z.literal(true),
  corrupts: true,
  copiedAsRecorded: true,
  examples: [{ label: 'wrong content type', effect: { wrong_content_type: true } }],
  apply: (_, __, real) => whole({ ...real, headers: { ...real.headers, 'content-type': 'text/plain; charset=utf-8' } }),
})
