import { isSchema, type JsonSchema } from '../../contract/json-schema.ts'
import { counted } from '../dashboard/parts/format.ts'

/** A property, as people read it. */
export interface SchemaField {
  readonly name: string
  /** `string`, `array of integer`, `JSON text of object` */
  readonly type: string
  readonly isRequired: boolean
  readonly description: string | undefined
  /** Whether the contract does not name it. */
  readonly isAssumed: boolean
  /** `≥ 8`, `at most 256 characters`: those that are assumed apart. */
  readonly bounds: readonly Bound[]
  /** The values that there are, where they are few. */
  readonly values: readonly Bound[]
  readonly fields: readonly SchemaField[]
}

interface Bound {
  readonly text: string
  readonly isAssumed: boolean
}

type Schemas = Readonly<Record<string, JsonSchema>>

/** Deeper ones are named by their type only. */
const MAX_SCHEMA_DEPTH = 5
/** Longer ones, as that of an instant, tell people nothing. */
const MAX_PATTERN_SHOWN = 80

/** The properties of an object, or of the objects in a list, of a schema. */
export const fieldsOf = (schema: JsonSchema, schemas: Schemas): readonly SchemaField[] =>
  new FieldReader(schemas).fieldsOf(schema, [])

/** A parameter, or another value that has a name. */
export const fieldOf = (name: string, schema: JsonSchema, isRequired: boolean, schemas: Schemas): SchemaField =>
  new FieldReader(schemas).field(name, schema, isRequired, [])

/** What a schema says at its top, as `array of object`. */
export const typeOf = (schema: JsonSchema, schemas: Schemas): string => new FieldReader(schemas).typeOf(schema)

class FieldReader {
  readonly #schemas: Schemas

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  /** @param within the names of the schemas around it: one that has itself as a part is not opened twice */
  fieldsOf(schema: JsonSchema, within: readonly string[]): readonly SchemaField[] {
    const name = nameOf(schema)
    if (within.length > MAX_SCHEMA_DEPTH || (name !== undefined && within.includes(name))) return []
    const inner = [...within, name ?? '']
    const { properties, required, items, additionalProperties, contentSchema, anyOf } = this.#resolved(schema)
    if (isSchema(properties) && Object.keys(properties).length > 0) {
      const names = listOf(required)
      return Object.entries(properties).map(([each, property]) =>
        this.field(each, asSchema(property), names.includes(each), inner),
      )
    }
    for (const part of [items, contentSchema]) if (isSchema(part)) return this.fieldsOf(part, inner)
    if (isSchema(additionalProperties)) {
      const fields = this.fieldsOf(additionalProperties, inner)
      return fields.length === 0 ? [] : [{ ...this.field('<name>', additionalProperties, false, inner), fields }]
    }
    return listOf(anyOf).flatMap((each) => this.fieldsOf(asSchema(each), inner))
  }

  field(name: string, schema: JsonSchema, isRequired: boolean, within: readonly string[]): SchemaField {
    const resolved = this.#resolved(schema)
    const { description } = resolved
    return {
      name,
      type: this.typeOf(schema),
      isRequired,
      description: typeof description === 'string' ? description : undefined,
      isAssumed: resolved['x-sim-basis'] === 'assumed',
      bounds: boundsOf(resolved),
      values: valuesOf(resolved),
      fields: this.fieldsOf(schema, within),
    }
  }

  typeOf(schema: JsonSchema, depth = 0): string {
    const {
      type,
      const: constant,
      anyOf,
      items,
      prefixItems,
      contentSchema,
      additionalProperties,
      properties,
      format,
    } = this.#resolved(schema)
    if (constant !== undefined) return JSON.stringify(constant)
    if (depth > MAX_SCHEMA_DEPTH) return 'any'
    const next = (part: unknown): string => this.typeOf(asSchema(part), depth + 1)
    if (Array.isArray(anyOf)) return [...new Set(anyOf.map(next))].join(' or ')
    if (isSchema(contentSchema)) return jsonTextOf(next(contentSchema))
    if (Array.isArray(prefixItems)) return `[${prefixItems.map(next).join(', ')}]`
    if (type === 'array') return isSchema(items) ? `array of ${next(items)}` : 'array'
    if (type === 'object' && properties === undefined && isSchema(additionalProperties))
      return Object.keys(additionalProperties).length === 0 ? 'object' : `map of ${next(additionalProperties)}`
    if (Array.isArray(type)) return type.join(' or ')
    return typeof format === 'string' ? format : typeof type === 'string' ? type : 'any'
  }

  /** What is said beside a reference wins. */
  #resolved(schema: JsonSchema): JsonSchema {
    const name = nameOf(schema)
    return name === undefined ? schema : { ...this.#schemas[name], ...schema }
  }
}

const jsonTextOf = (type: string): string => (/^(integer|number|boolean)$/.test(type) ? type : `JSON text of ${type}`)

const nameOf = ({ $ref: reference }: JsonSchema): string | undefined =>
  typeof reference === 'string' ? reference.split('/').at(-1) : undefined

const asSchema = (value: unknown): JsonSchema => (isSchema(value) ? value : {})

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const words: Readonly<Record<string, (bound: string) => string>> = {
  minimum: (bound) => `≥ ${bound}`,
  exclusiveMinimum: (bound) => `> ${bound}`,
  maximum: (bound) => `≤ ${bound}`,
  minLength: (bound) => `at least ${counted(Number(bound), 'character', 'characters')}`,
  maxLength: (bound) => `at most ${counted(Number(bound), 'character', 'characters')}`,
  minItems: (bound) => `at least ${counted(Number(bound), 'item', 'items')}`,
  maxItems: (bound) => `at most ${counted(Number(bound), 'item', 'items')}`,
  pattern: (bound) => `matches ${bound}`,
  default: (bound) => `default ${bound}`,
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function boundsOf(schema: JsonSchema): readonly Bound[] {
  const assumed = listOf(schema['x-sim-assumed'])
  return Object.entries(words).flatMap(([keyword, say]) => {
    const bound = schema[keyword]
    if (bound === undefined) return []
    const text = textOf(bound)
    return text.length > MAX_PATTERN_SHOWN ? [] : [{ text: say(text), isAssumed: assumed.includes(keyword) }]
  })
}

function valuesOf(schema: JsonSchema): readonly Bound[] {
  const { enum: own, items } = schema
  const assumed = listOf(schema['x-sim-assumed-values'])
  return listOf(own ?? (isSchema(items) ? items.enum : undefined)).map((value) => ({
    text: textOf(value),
    isAssumed: assumed.includes(value),
  }))
}
