import { z } from 'zod'
import { jsonSchemaOf } from '../kernel/json-schema-of.ts'
import { isRefusal, type Rule } from '../kernel/rule.ts'
import { alternativesOf, usualName } from '../kernel/rules-in-force.ts'
import { operations, rules } from '../marketplace/routes.ts'
import type { DocumentKind } from './editor-line.ts'
import { examplesByName } from './examples-by-name.ts'
import { kinds } from './faults/kinds.ts'
import { collectionTexts, fieldTexts } from './fixtures/descriptions.ts'
import { fixtureDocument } from './fixtures/document.ts'
import { scenarioDocument } from './scenarios/document.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

const described: ReadonlyMap<string, string> = new Map([
  ...Object.entries(fieldTexts),
  ...Object.entries(collectionTexts),
])

/** By the name of a property, for editors. */
const examples: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ...Object.entries(examplesByName),
  [
    'effect',
    [...(examplesByName['effect'] ?? []), ...kinds.flatMap((kind) => kind.examples.map(({ effect }) => effect))],
  ],
])

/**
 * The JSON Schema of a document as people write it, for their editors: every property has a description, what is one
 * of a closed set an enum.
 */
export function documentSchema(kind: DocumentKind, { withParams = true } = {}): JsonObject {
  if (kind === 'fixture') return schemaInWords(kind, fixtureDocument)
  const schema = schemaInWords(kind, scenarioDocument)
  return withParams ? objectOr(acceptingParams(schema)) : schema
}

/** The same of any document of the package. */
export function schemaInWords(kind: string, document: z.ZodType): JsonObject {
  const { $schema, ...rest } = jsonSchemaOf(document, 'input')
  return plain({ $schema, title: `A ${kind} of rental-sim`, ...objectOr(inWords(plain(rest))) })
}

export function plain(value: object): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value))
  return isSchema(copy) ? copy : {}
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
function isSchema(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
const objectOr = (value: Json): JsonObject => (isSchema(value) ? value : {})

/** With the descriptions and closed sets that the schemas for validation do not have. */
function inWords(schema: Json): Json {
  if (isList(schema)) return schema.map(inWords)
  if (!isSchema(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !keyword.startsWith('x-sim-'))
      .map(([keyword, value]) => [
        keyword,
        keyword === 'properties' ? propertiesInWords(objectOr(value)) : inWords(value),
      ]),
  )
}

const propertiesInWords = (properties: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const schema = objectOr(inWords(value))
      const { description: given, ...rest } = schema
      const description = said(given) ?? described.get(name)
      const known = examples.get(name)
      return [
        name,
        {
          ...(description !== undefined && { description }),
          ...rest,
          ...(known !== undefined && plain({ examples: known })),
          ...closedSet(name, schema),
        },
      ]
    }),
  )

/** A unit is all that a fixture needs of what the description of a response says. */
const said = (text: Json | undefined): string | undefined =>
  typeof text === 'string' ? text.replace(/^Unit: (.*), as the public API reference.*$/, 'In $1.') : undefined

function closedSet(name: string, { type, additionalProperties }: JsonObject): JsonObject {
  if (name === 'operation') return { enum: operations.map(({ id }) => id) }
  if (name === 'refuse') return { enum: refusals }
  if (name === 'thresholds') return { propertyNames: { enum: operations.map(({ id }) => id) } }
  if (name !== 'rules' || type !== 'object') return {}
  return {
    propertyNames: { enum: rules.map(({ id }) => id) },
    patternProperties: { '': additionalProperties ?? true },
    properties: Object.fromEntries(rules.map((rule) => [rule.id, ruleSchema(rule)])),
  }
}

const refusals: readonly string[] = [
  ...new Set(
    operations.flatMap((operation) => [...operation.rules].filter(isRefusal)).flatMap(({ id, error }) => [id, error]),
  ),
]

/** The forms that a rule may take; what else of it may be chosen is checked under `patternProperties`. */
const ruleSchema = (rule: Rule): JsonObject => ({
  description: rule.text,
  anyOf: [{ enum: [...new Set([usualName(rule), ...Object.keys(alternativesOf(rule))])] }, { type: 'object' }],
})

const param = { type: 'string', pattern: String.raw`^\$\{\w+\}$` }

/** Wherever a scenario has a number, a switch or a word of a list, a parameter like `${name}` may stand. */
function acceptingParams(schema: Json): Json {
  if (isList(schema)) return schema.map(acceptingParams)
  if (!isSchema(schema)) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      ['const', 'enum', 'propertyNames', 'examples', 'default'].includes(key) ? value : acceptingParams(value),
    ]),
  )
  const isScalar =
    'const' in schema ||
    'enum' in schema ||
    (typeof schema['type'] === 'string' && ['number', 'integer', 'boolean'].includes(schema['type']))
  if (!isScalar) return inner
  const { description, examples: shown, default: byDefault, ...type } = inner
  return {
    ...(description !== undefined && { description }),
    ...(shown !== undefined && { examples: shown }),
    ...(byDefault !== undefined && { default: byDefault }),
    anyOf: [type, param],
  }
}
