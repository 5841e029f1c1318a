import { z } from 'zod'

/** What a test reads of a JSON Schema. */
export const schema = z.looseObject({
  $ref: z.string().optional(),
  get properties() {
    return z.record(z.string(), schema).default({})
  },
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  prefixItems: z.unknown().optional(),
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

/** The names and indices that lead to a part of a document. */
export type Place = readonly (string | number)[]

const DEPTH = 6

/** One of each type. */
export const OF_ANY_TYPE: readonly unknown[] = [true, 'x', '', -1, 0.5, 1e12, {}, ['x'], null]

/** What may be tried at a part of a document: values of each type, and those about its bounds, each once. */
export function valuesFor({ minimum, maximum }: Schema): readonly unknown[] {
  const bounds = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : about(bound)))
  return [...new Set([...OF_ANY_TYPE, ...bounds])]
}

/** Every place of a document that a schema has, with what could stand there. */
export function* placesIn(
  node: Schema,
  defs: Readonly<Record<string, Schema>>,
  depth = DEPTH,
  place: Place = [],
): Generator<[Place, Schema]> {
  const here = node.$ref === undefined ? node : defs[node.$ref.split('/').at(-1) ?? '']
  if (here === undefined || place.length > depth) return
  if (place.length > 0) yield [place, here]
  for (const [name, field] of Object.entries(here.properties)) yield* placesIn(field, defs, depth, [...place, name])
  // Of a tuple, and where any value may stand, there is nothing more to say.
  for (const [within, step] of [
    [here.additionalProperties, 'a'] as const,
    [here.prefixItems === undefined ? here.items : undefined, 0] as const,
  ]) {
    const inner = schema.safeParse(within)
    if (inner.success) yield* placesIn(inner.data, defs, depth, [...place, step])
  }
  for (const either of here.anyOf) yield* placesIn(either, defs, depth, place)
}

/** A document with nothing but a value at a place. */
export const documentWith = (place: Place, value: unknown): unknown =>
  place.reduceRight<unknown>((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value)
