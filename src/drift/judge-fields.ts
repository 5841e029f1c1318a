import { isObject } from '../kernel/object.ts'
import { isSchema, type JsonSchema } from '../contract/json-schema.ts'
import { typeOf } from './compare.ts'

/** Where a value does not fit its schema. */
interface Difference {
  readonly where: string
  readonly expected: string
  readonly seen: string
}

type Components = Readonly<Record<string, unknown>>

/** The differences between a value and a schema of an OpenAPI document, without the value: it may be a secret. `[]` is any item of a list. */
export function fieldDifferences(
  value: unknown,
  given: unknown,
  components: Components,
  where = '',
): readonly Difference[] {
  const schema = resolved(given, components)
  if (schema === undefined) return []
  const options = listIn(schema.anyOf ?? schema.oneOf)
  if (options.length > 0) {
    const tried = options.map((option) => fieldDifferences(value, option, components, where))
    const fitting = options.findIndex((option) => fits(value, resolved(option, components)))
    return tried.find((each) => each.length === 0) ?? tried[Math.max(fitting, 0)] ?? []
  }
  const types = typesOf(schema)
  if (!fits(value, schema)) return [{ where, expected: types.join(' or '), seen: typeOf(value) }]
  if ('const' in schema && schema.const !== value)
    return [{ where, expected: String(schema.const), seen: 'another value' }]
  const values = listIn(schema.enum)
  if (values.length > 0 && !values.includes(value))
    return [{ where, expected: `one of ${values.length} values`, seen: 'a new value' }]
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => fieldDifferences(item, schema.items, components, `${where}[]`))
  // A record takes any name.
  const { properties } = schema
  if (!isObject(value) || !isSchema(properties)) return []
  const path = (name: string): string => (where === '' ? name : `${where}.${name}`)
  const missing = listIn(schema.required)
    .map(String)
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ where: path(name), expected: 'the field', seen: 'no such field' }))
  const members = Object.entries(value).flatMap(([name, each]) =>
    Object.hasOwn(properties, name)
      ? fieldDifferences(each, properties[name], components, path(name))
      : [{ where: path(name), expected: 'no such field', seen: typeOf(each) }],
  )
  return [...missing, ...members]
}

function resolved(schema: unknown, components: Components): JsonSchema | undefined {
  if (!isSchema(schema)) return undefined
  if (typeof schema.$ref !== 'string') return schema
  return resolved(components[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)], components)
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const typesOf = ({ type }: JsonSchema): readonly unknown[] =>
  type === undefined ? [] : Array.isArray(type) ? type : [type]

function fits(value: unknown, schema: JsonSchema | undefined): boolean {
  const types = schema === undefined ? [] : typesOf(schema)
  const type = typeOf(value)
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))
}
