import { isSchema, type JsonSchema, SchemaCollector } from '../contract/json-schema.ts'
import { version } from '../version.ts'
import { type Call, pathOf } from './call.ts'
import { statuses } from './error.ts'
import { controlExamples } from './examples.ts'

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
