import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { jsonSchemaOf } from '../src/kernel/json-schema-of.ts'
import { operations, rules } from '../src/marketplace/routes.ts'
import { documentSchema, type Json, type JsonObject, plain } from '../src/testing/document-schemas.ts'
import { shownExchange } from '../src/testing/journal/exchange.ts'
import { journalFilter } from '../src/testing/journal/filter.ts'
import { verifiedSchema } from '../src/testing/journal/verify.ts'
import { shippedFixtures, shippedScenarios } from '../src/testing/fixtures/library.ts'

// The types of documents as the package ships them: with the ids and descriptions of their schemas, which editors show.

const operationIds = operations.map(({ id }) => id)
const known = JSON.stringify(operationIds)

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const at = (schema: Json | undefined, ...path: readonly string[]): JsonObject => {
  const found = path.reduce<Json | undefined>((within, name) => (isObject(within) ? within[name] : undefined), schema)
  return isObject(found) ? found : {}
}
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value)

const fixture = documentSchema('fixture')
const scenario = documentSchema('scenario', { withParams: false })
const effect = at(scenario, 'properties', 'faults', 'items', 'properties', 'effect')
const refusalNames = Object.values(at(effect, 'properties', 'refuse')['enum'] ?? []).map(String)
const refusals = JSON.stringify(refusalNames)
const fault = at(scenario, 'properties', 'faults', 'items')

const documents: readonly { readonly name: string; readonly text: string; readonly schema: JsonObject }[] = [
  {
    name: 'RequestMatch',
    text: 'Which requests are meant; what is given must all hold.',
    schema: at(fault, 'properties', 'match'),
  },
  {
    name: 'JournalFilter',
    text: 'Which exchanges of a journal are wanted; what is given must all hold.',
    schema: plain(jsonSchemaOf(journalFilter, 'input')),
  },
  {
    name: 'ShownExchange',
    text: 'An exchange as the journal, a listener or a page shows it, without secrets.',
    schema: plain(jsonSchemaOf(z.strictObject(shownExchange.shape), 'input')),
  },
  {
    name: 'Verified',
    text: 'The last of the exchanges that match, oldest first, and those that came closest without matching.',
    schema: plain(jsonSchemaOf(verifiedSchema, 'input')),
  },
  {
    name: 'EffectDocument',
    text: 'What a fault does: delays that add up, and at most one thing in place of the answer.',
    schema: effect,
  },
  {
    name: 'FaultDocument',
    text: 'Which requests (match), which of those (when), and what happens (effect).',
    schema: fault,
  },
  {
    name: 'StubDocument',
    text: 'A call that no operation takes (match), and what it is answered with (answer).',
    schema: at(scenario, 'properties', 'stubs', 'items'),
  },
  {
    name: 'FixtureDocument',
    text: 'The rows that a world starts with. What is left out is invented.',
    schema: fixture,
  },
  {
    name: 'ScenarioDocument',
    text: 'A named world and what goes wrong in it. Given in code it needs neither name nor description.',
    schema: { ...scenario, required: [] },
  },
]

const WORDS = new Set(['description', 'examples', 'default', 'title'])

/** What a value may be, whatever is said of it. */
const core = (schema: JsonObject): string =>
  JSON.stringify(Object.entries(schema).filter(([keyword]) => !WORDS.has(keyword)))
const names = new Map(documents.map(({ name, schema }) => [core(schema), name]))

/** Of words and any text, the words are what an editor offers. */
function union(parts: readonly string[]): string {
  const isOpen = parts.includes('string') && parts.some((each) => each.startsWith("'"))
  return [...new Set(parts)].map((each) => (isOpen && each === 'string' ? 'OtherText' : each)).join(' | ')
}
const literal = (value: Json): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

/** The name of a schema of the OpenAPI document, where one is referred to. */
const referred = (schema: JsonObject): string | undefined =>
  /^"#\/components\/schemas\/(\w+)"$/.exec(JSON.stringify(schema['$ref']) ?? '')?.[1]

function typeOf(schema: Json | undefined): string {
  if (!isObject(schema)) return 'unknown'
  const component = referred(schema)
  if (component !== undefined) return component
  const name = names.get(core(schema))
  if (name !== undefined) return name
  const { type, items, prefixItems, propertyNames, additionalProperties } = schema
  const among = schema['enum']
  const either = schema['anyOf'] ?? schema['oneOf']
  if (isList(among) && JSON.stringify(among) === known) return 'OperationId | OtherText'
  if (isList(among)) return JSON.stringify(among) === refusals ? 'RefusalName | OtherText' : union(among.map(literal))
  if (schema['const'] !== undefined) return literal(schema['const'])
  if (isList(either)) return union(either.map(typeOf))
  if (isList(type)) return union(type.map((each) => typeOf({ type: each })))
  if (isList(prefixItems)) return `readonly [${prefixItems.map(typeOf).join(', ')}]`
  if (type === 'array') return `readonly ${parenthesized(typeOf(items))}[]`
  if (type === 'object' && isObject(schema['properties'])) return `{\n  ${fields(schema)}\n}`
  if (type === 'object') {
    const isByOperation = JSON.stringify(at(propertyNames)['enum']) === known
    const value = typeOf(additionalProperties)
    return isByOperation ? `ByOperation<${value}>` : `Readonly<Record<string, ${value}>>`
  }
  return type === 'integer'
    ? 'number'
    : type === 'string' || type === 'number' || type === 'boolean' || type === 'null'
      ? type
      : 'unknown'
}

const parenthesized = (type: string): string => (/^\w+$/.test(type) ? type : `(${type})`)

/** What a scenario names: fixtures, or one written out. */
const FIXTURE = 'FixtureName | OtherText | readonly (FixtureName | OtherText)[] | Readonly<Record<string, unknown>>'

function fields(schema: JsonObject): string {
  const required = schema['required']
  return Object.entries(at(schema, 'properties'))
    .map(([name, value]) => {
      const isRequired = isList(required) && required.includes(name)
      const description = at(value)['description']
      const comment = typeof description === 'string' ? `/** ${description} */\n` : ''
      const type =
        name === 'rules' && at(value)['type'] === 'object'
          ? 'RuleChoices'
          : name === 'fixture'
            ? FIXTURE
            : typeOf(value)
      const written = `readonly ${name}${isRequired ? `: ${type}` : `?: ${type} | undefined`}`
      return `${comment}${written}`
    })
    .join('\n')
    .replaceAll('\n', '\n  ')
}

const named = (name: string, text: string, values: readonly string[]): string =>
  `/** ${text} */\nexport type ${name} = ${union(values.map(literal))}\n`

const openapi: JsonObject = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
const json = ['content', 'application/json', 'schema'] as const

/** The types of what goes over the wire, by their names in the OpenAPI document. */
function bodyTypes(): string {
  const schemas = Object.entries(at(openapi, 'components', 'schemas'))
  const bodies = Object.values(at(openapi, 'paths')).flatMap((methods) =>
    Object.values(isObject(methods) ? methods : {})
      .filter(isObject)
      .map((operation) => {
        const request = 'requestBody' in operation ? typeOf(at(operation, 'requestBody', ...json)) : 'undefined'
        const response = typeOf(at(operation, 'responses', '200', ...json))
        return `readonly ${literal(operation['x-sim-operation'] ?? null)}: { readonly request: ${request}; readonly response: ${response} }`
      }),
  )
  return [
    ...schemas.map(([name, schema]) =>
      at(schema)['properties'] === undefined
        ? `export type ${name} = ${typeOf(schema)}\n`
        : `export interface ${name} {\n  ${fields(at(schema))}\n}\n`,
    ),
    `/** What each operation takes, and answers with 200. */\nexport interface OperationBodies {\n  ${bodies.join('\n  ')}\n}\n`,
    "export type RequestBody<Id extends keyof OperationBodies> = OperationBodies[Id]['request']\n",
    "export type ResponseBody<Id extends keyof OperationBodies> = OperationBodies[Id]['response']\n",
  ].join('\n')
}

export const documentTypes = (): string =>
  [
    "import type { OtherText } from '../kernel/other-text.ts'\nimport type { WrittenChoice } from '../kernel/rules-in-force.ts'\n",
    'export type { OtherText }\n',
    named('OperationId', 'The id of an operation.', operationIds),
    named(
      'RuleId',
      'The id of a rule.',
      rules.map(({ id }) => id),
    ),
    named('RefusalName', 'A refusal, by the id of its rule or by its error code.', refusalNames),
    named('FixtureName', 'A fixture of the package.', shippedFixtures.names()),
    named('ScenarioName', 'A scenario of the package.', shippedScenarios.names()),
    '/** A value for each of some operations. */\nexport type ByOperation<Value> = Readonly<Record<string, Value>> & { readonly [Id in OperationId]?: Value }\n',
    '/** What is chosen at rules, by their ids: the name of an alternative, or what is to be different. */\nexport type RuleChoices = Readonly<Record<string, WrittenChoice>> & { readonly [Id in RuleId]?: WrittenChoice }\n',
    ...documents.map(
      ({ name, text, schema }) => `/** ${text} */\nexport interface ${name} {\n  ${fields(schema)}\n}\n`,
    ),
    bodyTypes(),
  ].join('\n')
