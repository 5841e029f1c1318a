import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** Schemas of one document, with the named ones gathered where they can be referred to. */
export class SchemaCollector {
  readonly schemas: Record<string, JsonSchema> = {}

  /** What a client may send. */
  input(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'input')
  }

  /** What is answered, or what a parameter means once it is read. */
  output(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'output')
  }

  #convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _dialect, $defs = {}, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
    for (const [name, definition] of Object.entries($defs)) this.schemas[name] = tidy(definition)
    return tidy(rest)
  }
}

/**
 * Refers to the components of the document, leaves out bounds that say only that a number is an integer, and names
 * those that are ours: the contract shows hardly any.
 */
function tidy(value: object): JsonSchema {
  return JSON.parse(JSON.stringify(value), (key, each) => {
    if (key === '$ref' && typeof each === 'string') return each.replace('#/$defs/', '#/components/schemas/')
    if ((key === 'maximum' || key === 'minimum') && Math.abs(Number(each)) === Number.MAX_SAFE_INTEGER) return undefined
    return isSchema(each) ? withAssumedBounds(each) : each
  })
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'maxLength', 'pattern']

function withAssumedBounds({ 'x-sim-documented': documented, ...schema }: JsonSchema): JsonSchema {
  const assumed = BOUNDS.filter((bound) => isBound(schema[bound]) && bound !== documented)
  return assumed.length === 0 ? schema : { ...schema, 'x-sim-assumed': assumed }
}

/** A property may have the name of one. */
const isBound = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string'
