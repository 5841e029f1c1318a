import { z } from 'zod'
import { byteLengthOf } from '../../../kernel/json-bytes.ts'
import { kind } from '../effect.ts'
import { requireReply } from '../require-reply.ts'

/** Sends the head with the full Content-Length, a part of the real body, and closes. Below 1 a fraction, else bytes. */
export const truncateBodyKind = kind({
  key: 'truncate_body',
  text: 'Sends a part of the real body and closes: below 1 a fraction, else bytes.',
  schema: z.number().min(0),
  corrupts: true,
  illegible: true,
  examples: [{ label: 'body cut in half', effect: { truncate_body: 0.5 } }],
  apply: (part, _, real) => {
    const reply = requireReply(real)
    const total = byteLengthOf(reply.body)
    return { kind: 'truncated', reply, sentBytes: Math.min(total, Math.floor(part < 1 ? total * part : part)) }
  },
})
