import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'

interface Media {
  readonly schema: object
}

interface Answer {
  readonly 'x-sim-rules': readonly { readonly error?: string }[]
  readonly content: Readonly<Record<string, Media>>
}

interface Described {
  readonly 'x-sim-operation': string
  readonly responses: Readonly<Record<string, Answer>>
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

type Check = (method: string, path: string, status: number, body: unknown) => void

/** The description leaves answers open, as the contract does; ours have no field that it does not name. */
const closed = (schemas: object): object =>
  JSON.parse(JSON.stringify(schemas), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  ) as object

/** A check of answers against what a simulator says of itself. */
async function checkOf(options: SimulatorOptions): Promise<Check> {
  const { fetch } = createSimulator({ ...options, clock: 'frozen' })
  const openApi = (await (await fetch('/openapi.json')).json()) as OpenApi
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: 'openapi', components: closed(openApi.components) })
  const asResolvable = (schema: object): object =>
    JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components/', '"openapi#/components/')) as object

  const schemas = new Map<string, object>()
  const validators = new Map<string, ValidateFunction>()
  /** The error codes that the rules of an answer have. */
  const codes = new Map<string, ReadonlySet<unknown>>()
  for (const [path, methods] of Object.entries(openApi.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      for (const [status, { content, 'x-sim-rules': rules }] of Object.entries(operation.responses)) {
        const schema = (content['application/json'] ?? content['text/plain'])?.schema
        if (schema === undefined) throw new Error(`no schema for ${method} ${path} ${status}`)
        const answer = `${method.toUpperCase()} ${path} ${status}`
        schemas.set(answer, schema)
        codes.set(answer, new Set(rules.map(({ error }) => error)))
      }
    }
  }
  if (schemas.size < 11) throw new Error('the OpenAPI document describes fewer answers than there are operations')

  const patterns = Object.keys(openApi.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))

  return (method, path, status, body) => {
    const described = patterns.find(({ pattern }) => pattern.test(path))
    if (described === undefined || openApi.paths[described.path]?.[method.toLowerCase()] === undefined) return
    const answer = `${method} ${described.path} ${status}`
    const schema = schemas.get(answer)
    if (schema === undefined)
      throw new Error(`${method} ${described.path} answered ${status}, which its description does not declare`)
    const validate = validators.get(answer) ?? ajv.compile(asResolvable(schema))
    validators.set(answer, validate)
    if (!validate(body)) throw new Error(`${answer}: ${ajv.errorsText(validate.errors)}`)
    const { error } = { error: undefined, ...(body as object) }
    if (error !== undefined && codes.get(answer)?.has(error) !== true)
      throw new Error(`${answer}: no rule of it has the code ${String(error)}`)
  }
}

const checks = new Map<string, Promise<Check>>()

/**
 * A function that fails when an answer of an operation has a status, a field or an error code that the OpenAPI document
 * of a simulator with this dialect and these rules does not declare.
 */
export function openApiCheck({ dialect, rules }: Pick<SimulatorOptions, 'dialect' | 'rules'>): Promise<Check> {
  const key = JSON.stringify([dialect, rules])
  const check = checks.get(key) ?? checkOf({ dialect, rules })
  checks.set(key, check)
  return check
}
