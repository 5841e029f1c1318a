import { isObject } from '../../src/kernel/object.ts'

/** Parts of the interface, each in a line, such as `templates.create request.tag: string` or `templates.create status 200`. */
export interface Parts {
  /** What an OpenAPI document publishes without the mark that it is assumed. */
  readonly documented: readonly string[]
  /** All that it publishes. */
  readonly published: readonly string[]
}

type Schema = Readonly<Record<string, unknown>>
const asSchema = (value: unknown): Schema => (isObject(value) && !Array.isArray(value) ? value : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const entries = (value: unknown): readonly (readonly [string, Schema])[] =>
  Object.entries(asSchema(value)).map(([name, each]) => [name, asSchema(each)])

/** The fields, statuses and error codes of an OpenAPI document. */
export function partsOf(document: object): Parts {
  const { paths, components } = document as { paths: Schema; components: Schema }
  const schemas = asSchema(components['schemas'])
  const documented: string[] = []
  const published: string[] = []
  const add = (line: string, isAssumed: boolean): void => {
    published.push(line)
    if (!isAssumed) documented.push(line)
  }
  const walk = (given: unknown, at: string, within: boolean): void => {
    const schema = { ...asSchema(given), ...resolved(schemas, asSchema(given)) }
    const isAssumed = within || schema['x-sim-basis'] === 'assumed' || asSchema(given)['x-sim-basis'] === 'assumed'
    add(`${at}: ${typesOf(schema)}`, isAssumed)
    for (const [name, each] of entries(schema['properties'])) walk(each, `${at}.${name}`, isAssumed)
    if (isObject(schema['items']) && schema['prefixItems'] === undefined) walk(schema['items'], `${at}[]`, isAssumed)
    const further = asSchema(schema['additionalProperties'])
    if (Object.keys(further).length > 0) walk(further, `${at}.*`, isAssumed)
  }
  const json = ({ content }: Schema): unknown => asSchema(asSchema(content)['application/json'])['schema']
  for (const [, methods] of entries(paths))
    for (const [, operation] of entries(methods)) {
      const id = textOf(operation['x-sim-operation'])
      for (const parameter of list(operation['parameters']).map(asSchema)) {
        const schema = asSchema(parameter['schema'])
        walk(schema['contentSchema'] ?? schema, `${id} parameters.${textOf(parameter['name'])}`, false)
      }
      if (operation['requestBody'] !== undefined) walk(json(asSchema(operation['requestBody'])), `${id} request`, false)
      for (const [status, response] of entries(operation['responses'])) {
        const isAssumed = response['x-sim-basis'] !== 'documented'
        add(`${id} status ${status}`, isAssumed)
        if (status.startsWith('2')) walk(json(response), `${id} answer`, false)
        for (const rule of list(response['x-sim-rules']).map(asSchema))
          if (rule['error'] !== undefined)
            add(`${id} status ${status} ${textOf(rule['error'])}`, isAssumed || rule['basis'] !== 'documented')
      }
    }
  for (const [name, schema] of entries(schemas)) if (name.endsWith('Refusal')) walk(schema, name, false)
  const codes = asSchema(schemas['ErrorCode'])
  for (const code of list(codes['enum']))
    add(`code ${textOf(code)}`, list(codes['x-sim-assumed-values']).includes(code))
  return { documented: [...new Set(documented)], published: [...new Set(published)] }
}

const resolved = (schemas: Schema, { $ref: reference }: Schema): Schema =>
  typeof reference === 'string' ? asSchema(schemas[reference.slice(reference.lastIndexOf('/') + 1)]) : {}

/** `string|null`, without types that are assumed. */
function typesOf({ type, anyOf, ...schema }: Schema): string {
  if (anyOf !== undefined)
    return list(anyOf)
      .map(asSchema)
      .filter((each) => each['x-sim-basis'] !== 'assumed')
      .map(typesOf)
      .join('|')
  return type === undefined
    ? schema['enum'] === undefined
      ? 'any'
      : 'string'
    : list([type].flat()).map(textOf).join('|')
}

/** The names of the fields of an object, by type. */
export type ByType = Readonly<Record<string, string>>

/** The fields of an object with their types; an array of x is written `[x]`. */
export const fieldsOf = (object: ByType = {}): readonly (readonly [name: string, type: string])[] =>
  Object.entries(object).flatMap(([type, names]) => names.split(/\s+/).map((name) => [name, type] as const))

/** The same parts from a table of objects and operations. */
export function partsOfTable(table: {
  readonly objects: Readonly<Record<string, ByType>>
  readonly operations: Schema
  readonly refusals: Schema
  readonly codes: readonly string[]
}): readonly string[] {
  const lines: string[] = []
  const expand = (shape: unknown, at: string): void => {
    if (typeof shape === 'string' && /^[A-Z]/.test(shape)) return expandObject(shape, at)
    const array = typeof shape === 'string' ? /^\[(.+)\]$/.exec(shape)?.[1] : list(shape)[0]
    if (array !== undefined) {
      lines.push(`${at}: array`)
      return expand(array, `${at}[]`)
    }
    if (typeof shape === 'string') return void lines.push(`${at}: ${shape}`)
    lines.push(`${at}: object`)
    for (const [name, each] of Object.entries(asSchema(shape)))
      if (name !== '<<') expand(each, `${at}.${name}`)
      else for (const [own, type] of fieldsOf(table.objects[textOf(each)])) expand(type, `${at}.${own}`)
  }
  const expandObject = (name: string, at: string): void => {
    lines.push(`${at}: object`)
    for (const [own, type] of fieldsOf(table.objects[name])) expand(type, `${at}.${own}`)
  }
  for (const [id, { statuses, parameters, ...parts }] of entries(table.operations)) {
    for (const [name, shape] of Object.entries(parts)) expand(shape, `${id} ${name}`)
    for (const [name, shape] of Object.entries(asSchema(parameters))) expand(shape, `${id} parameters.${name}`)
    for (const [status, codes] of Object.entries(asSchema(statuses)))
      lines.push(`${id} status ${status}`, ...list(codes).map((code) => `${id} status ${status} ${textOf(code)}`))
  }
  for (const [name, shape] of Object.entries(table.refusals)) expand(shape, name)
  return [...lines, ...table.codes.map((code) => `code ${code}`)]
}
