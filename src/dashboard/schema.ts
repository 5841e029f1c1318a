/** A JSON Schema, as the OpenAPI documents have them. */
export type Schema = Readonly<Record<string, unknown>>

/** A property, as people read it. */
export interface SchemaField {
  readonly name: string
  /** `string`, `array of integer`, `JSON text of object` */
  readonly type: string
  readonly isRequired: boolean
  readonly isAssumed: boolean
  readonly description: string
  /** `≥ 8`, `one of a, b` */
  readonly bounds: string
  readonly schema: Schema
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asSchema = (value: unknown): Schema => (isSchema(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Makes every schema within a part of a document inherit what it refers to; what it says itself wins. */
export function linkSchemas(part: unknown, schemas: Readonly<Record<string, Schema>>): void {
  if (typeof part !== 'object' || part === null) return
  if ('$ref' in part && typeof part.$ref === 'string')
    Object.setPrototypeOf(part, schemas[part.$ref.split('/').at(-1) ?? ''] ?? null)
  for (const inner of Object.values(part)) linkSchemas(inner, schemas)
}

/** The properties of an object, or of the objects in a list. */
export function fieldsOf(schema: Schema, depth = 0): readonly SchemaField[] {
  if (depth > MAX_DEPTH) return []
  const { properties, required, items, contentSchema, additionalProperties, anyOf } = schema
  if (isSchema(properties) && Object.keys(properties).length > 0)
    return Object.entries(properties).map(([name, inner]) =>
      fieldOf(name, asSchema(inner), listOf(required).includes(name)),
    )
  for (const part of [items, contentSchema]) if (isSchema(part)) return fieldsOf(part, depth + 1)
  if (isSchema(additionalProperties) && fieldsOf(additionalProperties, depth + 1).length > 0)
    return [fieldOf('<name>', additionalProperties, false)]
  return listOf(anyOf).flatMap((part) => fieldsOf(asSchema(part), depth + 1))
}

export const fieldOf = (name: string, schema: Schema, isRequired: boolean): SchemaField => ({
  name,
  type: typeOf(schema),
  isRequired,
  isAssumed: schema['x-sim-basis'] === 'assumed',
  description: typeof schema['description'] === 'string' ? schema['description'] : '',
  bounds: boundsOf(schema),
  schema,
})

const MAX_DEPTH = 6

/** What a schema says at its top, as `array of object`. */
export function typeOf(schema: Schema, depth = 0): string {
  const { type, const: constant, anyOf, items, prefixItems, contentSchema, additionalProperties, properties } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (depth > MAX_DEPTH) return 'any'
  const next = (part: unknown): string => typeOf(asSchema(part), depth + 1)
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(next))].join(' or ')
  if (isSchema(contentSchema)) {
    const inner = next(contentSchema)
    return /^(integer|number|boolean)$/.test(inner) ? inner : `JSON text of ${inner}`
  }
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(next).join(', ')}]`
  if (type === 'array') return isSchema(items) ? `array of ${next(items)}` : 'array'
  if (type === 'object' && properties === undefined && isSchema(additionalProperties))
    return Object.keys(additionalProperties).length === 0 ? 'object' : `map of ${next(additionalProperties)}`
  if (Array.isArray(type)) return type.join(' or ')
  return [schema['format'], type].find((each) => typeof each === 'string') ?? 'any'
}

const BOUNDS: readonly (readonly [keyword: string, say: (bound: string) => string])[] = [
  ['minimum', (bound) => `≥ ${bound}`],
  ['exclusiveMinimum', (bound) => `> ${bound}`],
  ['maximum', (bound) => `≤ ${bound}`],
  ['minLength', (bound) => `at least ${bound} characters`],
  ['maxLength', (bound) => `at most ${bound} characters`],
  ['minItems', (bound) => `at least ${bound} items`],
  ['maxItems', (bound) => `at most ${bound} items`],
  ['pattern', (bound) => `matches ${bound}`],
  ['default', (bound) => `default ${bound}`],
]
/** Longer ones, as that of an instant, tell people nothing. */
const MAX_BOUND = 80
const MAX_VALUES = 30

function boundsOf(schema: Schema): string {
  const assumed = listOf(schema['x-sim-assumed'])
  const said = BOUNDS.flatMap(([keyword, say]) => {
    const bound = schema[keyword]
    if (bound === undefined || textOf(bound).length > MAX_BOUND) return []
    return [say(textOf(bound)) + (assumed.includes(keyword) ? ' (assumed)' : '')]
  })
  const values = listOf(schema['enum'] ?? asSchema(schema['items'])['enum']).map(textOf)
  const more = values.length > MAX_VALUES ? `, and ${values.length - MAX_VALUES} more` : ''
  return [...said, ...(values.length === 0 ? [] : [`one of ${values.slice(0, MAX_VALUES).join(', ')}${more}`])].join(
    '; ',
  )
}
