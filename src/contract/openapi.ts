import { strengths } from '../kernel/evidence.ts'
import { noInput, type Operation, resourceOf } from '../kernel/operation.ts'
import { isChoice, type Rule, withFoundations } from '../kernel/rule.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { operationsUnder, rules, rulesOf } from '../marketplace/routes.ts'
import { asParameter, type ExampleParams } from './example-calls.ts'
import type { Examples } from './examples.ts'
import { isSchema, type JsonSchema, SchemaCollector } from './json-schema.ts'
import { refusalComponents, refusalSchema, refusalsOf } from './refusal-schemas.ts'
import { catalogue } from '../marketplace/catalogue.ts'

const DESCRIPTION = `What the simulator answers, and what the contract says of it.

- \`x-sim-basis\` separates parts that the contract documents from parts that the simulator assumes because the contract is silent. \`x-sim-assumed\` names the bounds, \`x-sim-assumed-values\` the values that are assumed, \`x-sim-rules\` the rules behind an answer.
- Answers are open: the service may send fields that are not described here.
- A field of a request that is not given is left out. That null counts as not given is an assumption.
- Prices are in $, sizes in GB and times in Unix seconds unless a field says otherwise.`

const RESOURCES: Readonly<Record<string, string>> = {
  'network-volumes': 'Network disks listed for rent.',
  templates: 'Default settings for creating instances.',
  instances: 'Rented machines.',
  'endpoint-groups': 'Scaling of serverless endpoints.',
  'rental-offers': 'Machines that can be rented.',
  'ssh-keys': 'Public keys by which instances are reached.',
  'api-keys': 'Keys that name the user in requests.',
  secrets: 'Environment variables that the user keeps for all instances.',
  'worker-groups': 'How the workers of an endpoint group are chosen and started.',
  'cloud-connections': 'Storage elsewhere that the user has connected.',
  volumes: 'Space that outlives instances.',
  users: 'The account.',
  'gpu-names': 'The GPUs that there are.',
}

/**
 * The simulated interface as OpenAPI 3.1, from the schemas that validate requests; examples are real responses.
 * @param inForce the rules that are in force
 * @param server the base of its paths: `/`, or `/~name` where it is read under the address of a sandbox
 */
export function openApiDocument(version: string, examples: Examples, inForce: RulesInForce, server = '/') {
  const operations = operationsUnder(inForce)
  const collector = new SchemaCollector(chosenIn(inForce))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = describe(operation, collector, examples, inForce)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Compute Rental Marketplace API, simulated',
      version: '1.0.0',
      summary: `As rental-sim ${version} answers it.`,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: serversAt(server),
    tags: [...new Set(operations.map(({ id }) => resourceOf(id)))].map((name) => ({
      name,
      description: RESOURCES[name],
    })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: "The user's API key." } },
      headers: simHeaders,
      schemas: { ...collector.schemas, ...refusalComponents(operations, inForce) },
    },
  }
}

const partOf = (value: unknown, name: string | number): unknown => (isSchema(value) ? value[name] : undefined)

/** One operation as the document describes it, without examples, and the schemas that it refers to. */
export function describeAlone(operation: Operation, inForce: RulesInForce) {
  const collector = new SchemaCollector(chosenIn(inForce))
  const none = { request: () => undefined, response: () => undefined }
  const { responses } = describe(operation, collector, none, inForce)
  return { responses, components: { ...collector.schemas, ...refusalComponents([operation], inForce) } }
}

/** The schemas of the answers of one operation, by status, as the document has them. */
export function responsesOf(operation: Operation, inForce: RulesInForce) {
  const { responses, components } = describeAlone(operation, inForce)
  return {
    of: (status: number): unknown =>
      partOf(partOf(partOf(partOf(responses, status), 'content'), 'application/json'), 'schema'),
    components,
  }
}

/** Where the interface is. */
export const serversAt = (url: string): readonly object[] => [
  { url, description: url === '/' ? 'This simulator.' : 'A sandbox of this simulator.' },
]

/** The behaviours of choices that are in force, as `markOnlyUnder` names them. */
const chosenIn = (inForce: RulesInForce): ReadonlySet<string> =>
  new Set(rules.filter(isChoice).map((rule) => `${rule.id}=${inForce.chosen(rule)}`))

function describe(
  operation: Operation,
  collector: SchemaCollector,
  examples: Examples,
  inForce: RulesInForce,
): JsonSchema {
  const example = examples.request(operation.id)
  return {
    operationId: operation.id.replaceAll(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [resourceOf(operation.id)],
    summary: operation.summary,
    description:
      operation.section === undefined ? operation.availability?.text : `${operation.section} of the contract.`,
    'x-sim-operation': operation.id,
    ...(operation.permission !== undefined && { 'x-sim-scope': operation.permission.scope }),
    ...(example?.key !== undefined && { 'x-sim-key': example.key }),
    ...(operation.permission === undefined && { security: [] }),
    parameters: [
      ...pathParameters(operation, collector, example?.params),
      ...queryParameters(operation.schemasUnder?.(inForce).query ?? operation.query, collector, example?.query),
    ],
    ...(operation.body !== noInput && {
      requestBody: {
        required: true,
        ...(operation.rules.has(catalogue['request.null-is-absent']) && {
          description: catalogue['request.null-is-absent'].text,
        }),
        content: {
          'application/json': {
            schema: collector.input(operation.schemasUnder?.(inForce).body ?? operation.body),
            ...(example?.body && { example: example.body }),
          },
        },
      },
    }),
    responses: {
      [successStatus(operation, inForce)]: success(operation, collector, examples, inForce),
      ...refusals(operation, examples, inForce),
    },
  }
}

const successStatus = ({ success: rule }: Operation, inForce: RulesInForce): number =>
  rule === undefined ? 200 : inForce.valueOf(rule)

const properties = (schema: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(isSchema(schema.properties) ? schema.properties : {}).flatMap(([name, each]) =>
    isSchema(each) ? [[name, each]] : [],
  )

function pathParameters({ params }: Operation, collector: SchemaCollector, examples: ExampleParams = {}) {
  return params === noInput
    ? []
    : properties(collector.parameters(params)).map(([name, schema]) => ({
        name,
        in: 'path',
        required: true,
        schema,
        ...(name in examples && { example: examples[name] }),
      }))
}

/** A query parameter that is not text is JSON text: a string, with the schema of its content. */
function queryParameters(
  query: Operation['query'],
  collector: SchemaCollector,
  examples: Readonly<Record<string, unknown>> = {},
) {
  return query === noInput
    ? []
    : properties(collector.parameters(query)).map(([name, { description, ...contentSchema }]) => ({
        name,
        in: 'query',
        required: false,
        description,
        schema:
          contentSchema.type === 'string'
            ? contentSchema
            : { type: 'string', contentMediaType: 'application/json', contentSchema },
        ...(name in examples && { example: asParameter(examples[name]) }),
      }))
}

const ruleList = (rules: Iterable<Rule>, inForce: RulesInForce) =>
  [...rules].map((rule) => {
    const { basis, text, error } = inForce.of(rule)
    return { id: rule.id, basis, text, ...(error !== undefined && { error }) }
  })

/** The rules that shape a success, without those that only refusals rest on. */
function rulesOfSuccess(operation: Operation, inForce: RulesInForce): readonly Rule[] {
  const rules = rulesOf(operation, inForce)
  const foundations = new Set(refusalsOf(operation, inForce).flatMap(withFoundations))
  return rules.filter((rule) => rule === operation.success || !foundations.has(rule))
}

function success(
  operation: Operation,
  collector: SchemaCollector,
  examples: Examples,
  inForce: RulesInForce,
): JsonSchema {
  const example = examples.response(operation.id, successStatus(operation, inForce))
  return {
    description: operation.summary,
    headers: simHeaderReferences,
    'x-sim-basis': operation.success === undefined ? 'documented' : 'assumed',
    'x-sim-rules': ruleList(rulesOfSuccess(operation, inForce), inForce),
    content: {
      [operation.answersText === true ? 'text/plain' : 'application/json']: {
        schema: collector.response(operation.schemasUnder?.(inForce).response ?? operation.response),
        ...(example !== undefined && { example }),
      },
    },
  }
}

const simHeaders = {
  'X-Sim-Basis': {
    description: 'How the answer came about.',
    required: true,
    schema: { type: 'string', enum: ['documented', 'assumed', 'injected'] },
  },
  'X-Sim-Evidence': {
    description: 'On an assumed answer: how well the weakest of its assumptions is supported.',
    schema: { type: 'string', enum: strengths },
  },
  'X-Sim-Rules': {
    description: 'Ids of the rules that shaped it, separated by commas.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Sim-Exchange': { description: 'Its number in the journal.', required: true, schema: { type: 'string' } },
  'X-Sim-Hint': { description: 'The probable mistake in the request.', schema: { type: 'string' } },
  'X-Sim-Evicted': {
    description: 'On the first answer of a fresh world, after the one before was evicted for lack of room.',
    schema: { type: 'string', const: 'true' },
  },
  'X-Sim-World': {
    description: 'Names the start of the world that answered: another one after a restart, a reset or a restore.',
    required: true,
    schema: { type: 'string' },
  },
}

const simHeaderReferences = Object.fromEntries(
  Object.keys(simHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

function refusals(operation: Operation, examples: Examples, inForce: RulesInForce): Record<string, JsonSchema> {
  const all = refusalsOf(operation, inForce)
  const statusOf = (rule: Rule): number => inForce.of(rule).status ?? 0
  return Object.fromEntries(
    [...new Set(all.map(statusOf))]
      .toSorted((a, b) => a - b)
      .map((status) => {
        const rules = all.filter((rule) => statusOf(rule) === status)
        const example = examples.response(operation.id, status)
        const response = {
          description: rules.map((rule) => inForce.of(rule).text).join(' '),
          headers: simHeaderReferences,
          'x-sim-basis': rules.some((rule) => isDocumentedWhole(rule, inForce)) ? 'documented' : 'assumed',
          'x-sim-rules': ruleList(new Set(rules.flatMap(withFoundations)), inForce),
          content: {
            'application/json': {
              schema: refusalSchema(operation, rules, inForce),
              ...(example !== undefined && { example }),
            },
          },
        }
        return [status, response]
      }),
  )
}

/** Whether the contract says the status too. */
const isDocumentedWhole = (rule: Rule, inForce: RulesInForce): boolean =>
  withFoundations(rule).every((each) => inForce.of(each).basis === 'documented')
