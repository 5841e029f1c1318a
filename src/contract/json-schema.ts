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

/** Refers to the components of the document, and leaves out bounds that say only that a number is an integer. */
function tidy(value: object): JsonSchema {
  return JSON.parse(JSON.stringify(value), (key, each) => {
    if (key === '$ref' && typeof each === 'string') return each.replace('#/$defs/', '#/components/schemas/')
    if ((key === 'maximum' || key === 'minimum') && Math.abs(Number(each)) === Number.MAX_SAFE_INTEGER) return undefined
    return each
  })
}
