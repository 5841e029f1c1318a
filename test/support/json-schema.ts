import { z } from 'zod'

/** What a test reads of a JSON Schema. */
export const schema = z.looseObject({
  $ref: z.string().optional(),
  get properties() {
    return z.record(z.string(), schema).default({})
  },
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  get anyOf() {
    return z.array(schema).default([])
  },
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
})
export type Schema = z.infer<typeof schema>

/** A bound, and what lies on both sides of it. */
export const about = (bound: number): readonly number[] => [bound - 1, bound, bound + 1]
