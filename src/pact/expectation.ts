import { isSchema, type JsonSchema } from '../contract/json-schema.ts'
import { fieldOf, isObject } from '../kernel/object.ts'

type Matcher = Readonly<Record<string, unknown>>

/** What a pact says of a body: an example, and a matcher for each of its parts by its path. */
export interface Expectation {
  readonly body: unknown
  readonly matchers: Readonly<Record<string, Matcher>>
}

/**
 * An answer as a pact can hold a provider to it: the fields that the schema has always and never as null, by their types.
 * A pact cannot say that a field may be null or missing.
 * @returns undefined where the schema leaves open what comes
 */
export function expectationFor(
  value: unknown,
  given: unknown,
  components: JsonSchema,
  path = '$',
): Expectation | undefined {
  const schema = resolved(given, components)
  if (schema === undefined || value === null || value === undefined) return undefined
  if ('const' in schema) return { body: value, matchers: { [path]: { match: 'equality' } } }
  const { enum: values, items, properties, type } = schema
  if (Array.isArray(value)) {
    const first: unknown = value[0]
    const row = expectationFor(first, items, components, `${path}[*]`)
    if (row === undefined) return { body: [], matchers: { [path]: { match: 'type' } } }
    return { body: [row.body], matchers: { [path]: { match: 'type', min: 1 }, ...row.matchers } }
  }
  if (isObject(value)) return fieldsOf(value, schema, isSchema(properties) ? properties : {}, components, path)
  if (Array.isArray(values) && values.every((each) => typeof each === 'string')) {
    const regex = `^(?:${values.map((each) => each.replaceAll(/[^\w ]/g, String.raw`\$&`)).join('|')})$`
    return { body: value, matchers: { [path]: { match: 'regex', regex } } }
  }
  const match = type === 'integer' || type === 'number' ? type : 'type'
  return { body: value, matchers: { [path]: { match } } }
}

function fieldsOf(
  value: object,
  { required }: JsonSchema,
  properties: JsonSchema,
  components: JsonSchema,
  path: string,
): Expectation {
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  const fields = names.flatMap((name) => {
    const field = String(name)
    const found = expectationFor(fieldOf(value, field), properties[field], components, `${path}.${field}`)
    return found === undefined ? [] : [{ field, ...found }]
  })
  return {
    body: Object.fromEntries(fields.map(({ field, body }) => [field, body])),
    matchers: Object.fromEntries([
      [path, { match: 'type' }],
      ...fields.flatMap(({ matchers }) => Object.entries(matchers)),
    ]),
  }
}

/** The schema itself, behind references; undefined where null may come, or several types. */
function resolved(schema: unknown, components: JsonSchema): JsonSchema | undefined {
  if (!isSchema(schema)) return undefined
  const { $ref, anyOf, type } = schema
  if (typeof $ref === 'string') return resolved(components[$ref.slice($ref.lastIndexOf('/') + 1)], components)
  return anyOf !== undefined || Array.isArray(type) || type === 'null' ? undefined : schema
}
