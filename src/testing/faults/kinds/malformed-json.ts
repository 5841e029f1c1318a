import { z } from 'zod'
import { textOf } from '../../../kernel/json-bytes.ts'
import { kind, whole } from '../effect.ts'
import { realOne } from '../real-one.ts'

/** The real answer without its end, and with something behind it that no parser takes. */
export const malformedJsonKind = kind({
  key: 'malformed_json',
  schema: z.literal(true),
  spoils: true,
  illegible: true,
  copiedAsAnswered: true,
  examples: [{ label: 'malformed JSON', effect: { malformed_json: true } }],
  apply: (_, __, real) => {
    const reply = realOne(real)
    return whole({ ...reply, body: `${textOf(reply.body).slice(0, -1)},` })
  },
})
