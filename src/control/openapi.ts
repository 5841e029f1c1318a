import { isSchema, type JsonSchema, SchemaCollector } from '../contract/json-schema.ts'
import { version } from '../version.ts'
import { type Call, pathOf } from './call.ts'
import { statuses } from './error.ts'

interface ControlExample {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const instance = { collection: 'instances', id: '31' }
const exchange = { id: '1' }
const rule = { id: 'instances.list.order' }

/** With what the calls of the description are filled in, over the default fixture. */
export const controlExamples: Readonly<Record<string, ControlExample>> = {
  'GET /schemas/{file}': { params: { file: 'fixture.schema.json' } },
  'POST /reset': { body: { dialect: 'documented', seed: '7', clock: 'frozen' } },
  'GET /state/{collection}/{id}': { params: instance },
  'PATCH /state/{collection}/{id}': { params: instance, body: { label: 'nightly' } },
  'DELETE /state/{collection}/{id}': { params: instance },
  'PATCH /state': { body: { instances: { 31: { label: 'nightly' } } } },
  'POST /state/{collection}': {
    params: { collection: 'templates' },
    body: { creator_id: 1001, name: 'trainer', image: 'pytorch/pytorch' },
  },
  'PUT /state': { body: { users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }] } },
  'POST /snapshots': { body: { name: 'before-rent' } },
  'POST /snapshots/{name}/restore': { params: { name: 'before-rent' } },
  'DELETE /snapshots/{name}': { params: { name: 'before-rent' } },
  'PUT /clock': { body: { frozen: true } },
  'POST /clock/advance': { body: { seconds: 60 } },
  'PUT /scenario': { body: { name: 'flaky-listing' } },
  'POST /faults': {
    body: { name: 'busy', match: { operation: 'instances.list' }, effect: { status: 503 }, when: { times: 1 } },
  },
  'DELETE /faults/{name}': { params: { name: 'busy' } },
  'POST /stubs': {
    body: { name: 'status-page', match: { method: 'GET', path: '/status' }, answer: { body: { ok: true } } },
  },
  'DELETE /stubs/{name}': { params: { name: 'status-page' } },
  'GET /state/{collection}': { params: { collection: 'instances' } },
  'GET /state/{collection}/fields': { params: { collection: 'instances' } },
  'GET /state/{collection}/{id}/details': { params: instance },
  'POST /undo': { body: { text: 'Reset' } },
  'POST /undo/{id}': { params: { id: '1' } },
  'DELETE /undo/{id}': { params: { id: '1' } },
  'GET /journal': { params: { q: 'status:>=400' } },
  'GET /journal/{id}': { params: exchange },
  'GET /rules/{id}': { params: rule },
  'GET /rules/{id}/cover': { params: rule },
  'GET /sweep/{number}': { params: { number: '1' } },
  'GET /compare/{sandbox}': { params: { sandbox: 'default' } },
  'GET /requests/{id}': { params: exchange },
  'POST /requests/{id}/release': { params: exchange },
  'POST /requests/{id}/fork': { params: exchange },
  'POST /requests/verify': { body: { match: { operation: 'instances.list' } } },
  'PUT /findings/expected': { body: [{ kind: 'unread-env' }] },
  'POST /pact/provider-states': { body: { state: 'empty-account' } },
  'DELETE /sandboxes/{id}': { params: { id: 'checkout-e2e' } },
}

/** The control API as OpenAPI 3.1. @param publicPath stands before every path */
export function controlOpenApi(calls: readonly Call[], publicPath: string) {
  const collector = new SchemaCollector()
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const call of calls) {
    const { method, summary, takes, document = takes, shows, mediaType = 'application/json' } = call
    const path = pathOf(call)
    const schema = document && collector.input(document)
    // A document with everything in it may be empty; an empty body is none.
    const required = call.document !== undefined || takes?.safeParse({}).success === false
    const isQuery = method === 'GET'
    const { params = {}, body } = controlExamples[`${method} ${path.slice('/_sim'.length)}`] ?? {}
    const withExample = (parameter: { readonly name?: string | undefined }) => {
      const example = params[parameter.name ?? '']
      return example === undefined ? parameter : { ...parameter, example }
    }
    const item = (paths[path] ??= {})
    item[method.toLowerCase()] = {
      operationId: operationId(method, path),
      summary,
      parameters: [...pathParameters(path), ...(schema && isQuery ? queryParameters(schema) : [])].map(withExample),
      ...(schema &&
        !isQuery && {
          requestBody: {
            required,
            content: { 'application/json': { schema, ...(body !== undefined && { example: body }) } },
          },
        }),
      responses: {
        200: { description: 'Done.', content: { [mediaType]: { schema: collector.response(shows, 'input') } } },
        '4XX': failure,
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'rental-sim control API', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [
      { url: publicPath || '/', description: 'The default sandbox.' },
      {
        url: `${publicPath}/~{sandbox}`,
        description: 'Another sandbox.',
        variables: { sandbox: { default: 'default' } },
      },
    ],
    security: [{}, { controlToken: [] }],
    paths,
    components: {
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The value of --control-token, when there is one.',
        },
      },
      schemas: collector.schemas,
    },
  }
}

const failure = {
  description: `It cannot be carried out, and nothing has changed: ${Object.entries(statuses)
    .map(([error, status]) => `${status} ${error}`)
    .join(', ')}.`,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          error: { type: 'string', enum: Object.keys(statuses) },
          msg: { type: 'string' },
          hint: { type: 'string' },
        },
        required: ['error', 'msg'],
      },
    },
  },
}

const operationId = (method: string, path: string): string =>
  `${method.toLowerCase()}${path.replaceAll(/[/{}._-]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const queryParameters = ({ properties }: JsonSchema) =>
  Object.entries(isSchema(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }))
