import { z } from 'zod'
import { jsonSchemaOf } from '../kernel/json-schema-of.ts'
import { isObject } from '../kernel/object.ts'

export type JsonSchema = Record<string, unknown>

/** Schemas of one document, with the named ones (`meta({ id })`) gathered where they can be referred to. */
export class SchemaCollector {
  readonly schemas: Record<string, JsonSchema> = {}
  readonly #chosen: ReadonlySet<string>

  /** @param chosen the behaviours of choices that are in force, as `markOnlyUnder` names them */
  constructor(chosen: ReadonlySet<string> = new Set()) {
    this.#chosen = chosen
  }

  /** What a client may send. */
  input(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'input')
  }

  /** A parameter after parsing. */
  parameters(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'output')
  }

  /**
   * A response. It may have further fields: the contract excludes them nowhere.
   * @param io `input` for a document that the server reads in the same form
   */
  response(schema: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
    return this.#convert(schema, io, true)
  }

  #convert(schema: z.ZodType, io: 'input' | 'output', isOpen = false): JsonSchema {
    // Within a list, so that it is a reference if it has a name itself.
    const { items, $defs = {} } = jsonSchemaOf(z.array(schema), io)
    for (const [name, definition] of Object.entries($defs)) this.#add(name, this.#tidy(definition, isOpen))
    return this.#tidy(items, isOpen)
  }

  #add(name: string, schema: JsonSchema): void {
    const other = this.schemas[name]
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema))
      throw new Error(`two schemas have the name ${name}`)
    this.schemas[name] = schema
  }

  /** Without what only validation needs. */
  #tidy(schema: unknown, isOpen: boolean): JsonSchema {
    const tidied = this.#tidyValue(JSON.parse(JSON.stringify(schema)), isOpen)
    return isSchema(tidied) ? tidied : {}
  }

  #tidyValue(value: unknown, isOpen: boolean): unknown {
    if (Array.isArray(value))
      return value.filter((each) => this.#isOffered(each)).map((each) => this.#tidyValue(each, isOpen))
    if (!isSchema(value)) return value
    const kept = Object.entries(value)
      .filter(([keyword, each]) => this.#isOffered(each) && !isNoise(keyword, each, isOpen))
      .map(([keyword, each]): [string, unknown] => [
        keyword,
        keyword === '$ref' ? asComponent(each) : this.#tidyValue(each, isOpen),
      ])
    return withAssumedBounds(unwrapped(Object.fromEntries(withoutItemsBesidePairs(kept))))
  }

  #isOffered(value: unknown): boolean {
    if (!isSchema(value)) return true
    const { 'x-sim-under': under } = value
    return value['x-sim-offered'] !== false && (typeof under !== 'string' || this.#chosen.has(under))
  }
}

/** Generators take `items` beside `prefixItems` for a third part. */
const withoutItemsBesidePairs = (keywords: readonly [string, unknown][]): readonly [string, unknown][] =>
  keywords.some(([keyword]) => keyword === 'prefixItems')
    ? keywords.filter(([keyword]) => keyword !== 'items')
    : keywords

const asComponent = (reference: unknown): string => String(reference).replace('#/$defs/', '#/components/schemas/')

/** Keywords that tell a reader nothing: a schema's own name, the bounds of integers, that keys are strings. */
function isNoise(keyword: string, value: unknown, isOpen: boolean): boolean {
  if (keyword === 'id') return typeof value === 'string'
  if (keyword === 'x-sim-under') return true
  if (keyword === 'maximum' || keyword === 'minimum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
  if (keyword === 'propertyNames') return JSON.stringify(value) === '{"type":"string"}'
  return keyword === 'additionalProperties' && value === false && isOpen
}

/** Replaces a choice of one schema by that schema. */
function unwrapped({ anyOf, ...schema }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf)) return schema
  const choices: readonly unknown[] = anyOf
  const [only, ...more] = choices
  return more.length === 0 && isSchema(only) ? { ...only, ...schema } : { anyOf, ...schema }
}

export const isSchema = (value: unknown): value is JsonSchema => isObject(value) && !Array.isArray(value)

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'maxLength', 'pattern']

/** Lists the bounds that are assumed: the contract shows hardly any. */
function withAssumedBounds({ 'x-sim-documented': documented, ...schema }: JsonSchema): JsonSchema {
  const assumed = BOUNDS.filter((bound) => isBound(schema[bound]) && bound !== documented)
  return assumed.length === 0 ? schema : { ...schema, 'x-sim-assumed': assumed }
}

/** Whether it is a bound, and not a property of that name. */
const isBound = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string'
