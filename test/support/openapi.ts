import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { createSimulator } from '../../src/index.ts'

interface Media {
  readonly schema: object
}

interface Described {
  readonly 'x-sim-operation': string
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, Media>> }>>
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/** What the simulator says of itself. */
const openApi = (await (await createSimulator().fetch(new Request('http://sim.test/openapi.json'))).json()) as OpenApi

const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema({ $id: 'openapi', components: openApi.components })

const asResolvable = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object

const validators = new Map<string, ValidateFunction>()
for (const [path, methods] of Object.entries(openApi.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const schema = content['application/json']?.schema
      if (schema === undefined) throw new Error(`no JSON schema for ${method} ${path} ${status}`)
      validators.set(`${method.toUpperCase()} ${path} ${status}`, ajv.compile(asResolvable(schema)))
    }
  }
}
if (validators.size < 11) throw new Error('the OpenAPI document describes fewer answers than there are operations')

const patterns = Object.keys(openApi.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Fails when an answer of an operation has a status or a field that the OpenAPI document does not declare. */
export function checkAgainstOpenApi(method: string, path: string, status: number, body: unknown): void {
  const described = patterns.find(({ pattern }) => pattern.test(path))
  if (described === undefined || openApi.paths[described.path]?.[method.toLowerCase()] === undefined) return
  const validate = validators.get(`${method} ${described.path} ${status}`)
  if (validate === undefined)
    throw new Error(`${method} ${described.path} answered ${status}, which its description does not declare`)
  if (!validate(body)) throw new Error(`${method} ${described.path} ${status}: ${ajv.errorsText(validate.errors)}`)
}
