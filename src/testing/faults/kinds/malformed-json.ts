import { z } from 'zod'
import { textOf } from '../../../kernel/json-bytes.ts'
import { kind, whole } from '../effect.ts'

/** A comma stands in place of the last character: no parser takes it. */
export const malformedJsonKind = kind({
  key: 'malformed_json',
  text: 'The real answer with its JSON broken.',
  schema: z.literal(true),
  corrupts: true,
  illegible: true,
  copiedAsRecorded: true,
  examples: [{ label: 'malformed JSON', effect: { malformed_json: true } }],
  apply: (_, __, real) => whole({ ...real, body: `${textOf(real.body).slice(0, -1)},` }),
})
