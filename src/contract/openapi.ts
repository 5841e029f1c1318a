import { none, type Operation } from '../kernel/operation.ts'
import { isRefusal, type RefusalRule, type Rule, withFoundations } from '../kernel/rule.ts'
import { operations } from '../resources/registry.ts'
import type { Examples } from './examples.ts'
import { type JsonSchema, SchemaCollector } from './json-schema.ts'

/**
 * The simulated interface as OpenAPI 3.1, from the schemas that validate requests; examples are real answers.
 * @param server what stands before its paths, for whoever reads it from a sandbox's own address
 */
export function openApiDocument(version: string, examples: Examples, server = '/') {
  const collector = new SchemaCollector()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = describe(operation, collector, examples)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Compute Rental Marketplace API, simulated',
      version: '1.0.0',
      summary: `As rental-sim ${version} answers it. x-sim-basis tells what the contract documents from what the simulator assumes.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server, description: server === '/' ? 'This simulator.' : 'A sandbox of this simulator.' }],
    tags: [...new Set(operations.map(resourceOf))].map((name) => ({ name })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: "The user's API key." } },
      schemas: collector.schemas,
    },
  }
}

const resourceOf = ({ id }: Operation): string => id.slice(0, id.indexOf('.'))

function describe(operation: Operation, collector: SchemaCollector, examples: Examples): JsonSchema {
  const example = examples.request(operation.id)
  return {
    operationId: operation.id.replaceAll(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [resourceOf(operation)],
    summary: operation.summary,
    description: `${operation.section} of the contract.`,
    'x-sim-operation': operation.id,
    parameters: [
      ...pathParameters(operation, collector, example?.id),
      ...queryParameters(operation, collector, example?.query),
    ],
    ...(operation.body !== none && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: acceptingNull(collector.input(operation.body)),
            ...(example?.body && { example: example.body }),
          },
        },
      },
    }),
    responses: { 200: success(operation, collector, examples), ...refusals(operation, examples) },
  }
}

function properties(schema: JsonSchema): readonly [string, JsonSchema][] {
  return Object.entries(isSchemaMap(schema.properties) ? schema.properties : {})
}

const isSchemaMap = (value: unknown): value is Record<string, JsonSchema> => typeof value === 'object' && value !== null

/** The only one there is is an id. */
function pathParameters({ params }: Operation, collector: SchemaCollector, example: number | undefined) {
  return params === none
    ? []
    : properties(collector.output(params)).map(([name, schema]) => ({
        name,
        in: 'path',
        required: true,
        schema,
        ...(example !== undefined && { example }),
      }))
}

/** A query parameter is JSON text, so its schema stands under a content type. */
function queryParameters(
  { query }: Operation,
  collector: SchemaCollector,
  examples: Readonly<Record<string, unknown>> = {},
) {
  return query === none
    ? []
    : properties(collector.output(query)).map(([name, schema]) => ({
        name,
        in: 'query',
        required: false,
        description: 'JSON, URL-encoded.',
        content: {
          'application/json': { schema, ...(name in examples && { example: examples[name] }) },
        },
      }))
}

/** A body field that is not required may be null, which means absent: an assumption, but where the contract has null. */
function acceptingNull(schema: JsonSchema): JsonSchema {
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const accepting = properties(schema).map(([name, property]) => [
    name,
    required.has(name) || allowsNull(property)
      ? property
      : { anyOf: [property, { type: 'null', 'x-sim-basis': 'assumed' }] },
  ])
  return { ...schema, properties: Object.fromEntries(accepting) }
}

const allowsNull = ({ anyOf }: JsonSchema): boolean =>
  Array.isArray(anyOf) && anyOf.some((each: JsonSchema) => each['type'] === 'null')

const ruleList = (rules: Iterable<Rule>) => [...rules].map(({ id, basis, text }) => ({ id, basis, text }))

/** The rules that shape a success: what only refusals rest on is theirs. */
function rulesOfSuccess({ rules, success }: Operation): readonly Rule[] {
  const foundations = new Set([...rules].filter(isRefusal).flatMap(withFoundations))
  return [...rules].filter((rule) => rule === success || !foundations.has(rule))
}

function success(operation: Operation, collector: SchemaCollector, examples: Examples): JsonSchema {
  const example = examples.answer(operation.id, 200)
  return {
    description: operation.summary,
    headers: simHeaders,
    'x-sim-basis': operation.success === undefined ? 'documented' : 'assumed',
    'x-sim-rules': ruleList(rulesOfSuccess(operation)),
    content: {
      'application/json': { schema: collector.output(operation.answer), ...(example !== undefined && { example }) },
    },
  }
}

const simHeaders = {
  'X-Sim-Basis': {
    description: 'How the answer came about.',
    required: true,
    schema: { enum: ['documented', 'assumed', 'injected'] },
  },
  'X-Sim-Rules': {
    description: 'Ids of the rules that shaped it, separated by commas.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Sim-Exchange': { description: 'Its number in the journal.', required: true, schema: { type: 'string' } },
  'X-Sim-Hint': { description: 'What the simulator knows better.', schema: { type: 'string' } },
}

function refusals(operation: Operation, examples: Examples): Record<string, JsonSchema> {
  const all = [...operation.rules].filter(isRefusal)
  return Object.fromEntries(
    [...new Set(all.map((rule) => rule.status))]
      .toSorted((a, b) => a - b)
      .map((status) => {
        const rules = all.filter((rule) => rule.status === status)
        const example = examples.answer(operation.id, status)
        const response = {
          description: rules.map((rule) => rule.text).join(' '),
          headers: simHeaders,
          'x-sim-basis': rules.some(isDocumentedWhole) ? 'documented' : 'assumed',
          'x-sim-rules': ruleList(new Set(rules.flatMap(withFoundations))),
          content: {
            'application/json': { schema: refusalSchema(operation, rules), ...(example !== undefined && { example }) },
          },
        }
        return [status, response]
      }),
  )
}

/** Whether the contract says the status too. */
const isDocumentedWhole = (rule: Rule): boolean => withFoundations(rule).every((each) => each.basis === 'documented')

const text = { type: 'string' }

function refusalSchema(operation: Operation, rules: readonly RefusalRule[]): JsonSchema {
  const codes = [...new Set(rules.map((rule) => rule.error))]
  if (rules.some(({ envelope }) => envelope === 'detail')) return closedObject({ detail: text })
  const plain = { error: { enum: codes }, msg: text }
  return closedObject(operation.envelope === 'plain' ? plain : { success: { const: false }, ...plain })
}

const closedObject = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
