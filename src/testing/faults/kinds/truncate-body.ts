import { z } from 'zod'
import { byteLengthOf } from '../../../kernel/json-bytes.ts'
import { kind } from '../effect.ts'

/** The head has the full Content-Length. */
export const truncateBodyKind = kind({
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
})
