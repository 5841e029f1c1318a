import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describeAlone } from '../../src/contract/openapi.ts'
import type { SimulatorOptions } from '../../src/index.ts'
import { fillPath } from '../../src/kernel/path.ts'
import { rulesInForce } from '../../src/marketplace/rule-choices.ts'
import { operationsUnder } from '../../src/marketplace/routes.ts'

interface Answer {
  readonly 'x-sim-rules': readonly { readonly error?: string }[]
  readonly content: Readonly<Record<string, { readonly schema: object }>>
}

type Check = (method: string, path: string, status: number, body: unknown) => void

/** The description leaves answers open, as the contract does; ours have no field that it does not name. */
const closed = (schema: object): string =>
  JSON.stringify(schema, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  )

const ajv = new Ajv2020({ strict: false, allErrors: true })
const validators = new Map<string, ValidateFunction>()

/** Most rules change no schema, so what was compiled is kept by its text. */
function validatorOf(schema: object, schemas: object): ValidateFunction {
  const text = closed({ ...schema, components: { schemas } })
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as object)
  validators.set(text, validate)
  return validate
}

/** A check of answers against what a simulator says of itself. */
function checkOf({ dialect = 'documented', rules = {} }: Pick<SimulatorOptions, 'dialect' | 'rules'>): Check {
  const inForce = rulesInForce(dialect, [{ choices: rules, by: 'the test' }])
  const operations = operationsUnder(inForce).map((operation) => ({
    ...operation,
    pattern: new RegExp(`^${fillPath(operation.path, () => '[^/]+')}$`),
  }))
  const alone = new Map<string, ReturnType<typeof describeAlone>>()
  return (method, sent, status, body) => {
    const path = operations.find(({ pattern }) => pattern.test(sent))?.path
    const operation = operations.find((each) => each.path === path && each.method === method)
    if (operation === undefined) return
    const answer = `${method} ${operation.path} ${status}`
    const { responses, components } = alone.get(operation.id) ?? describeAlone(operation, inForce)
    alone.set(operation.id, { responses, components })
    const { content, 'x-sim-rules': named } = (responses as Readonly<Record<string, Answer>>)[status] ?? {}
    const schema = (content?.['application/json'] ?? content?.['text/plain'])?.schema
    if (schema === undefined) throw new Error(`${answer}: its description does not declare this status`)
    const validate = validatorOf(schema, components)
    if (!validate(body)) throw new Error(`${answer}: ${ajv.errorsText(validate.errors)}`)
    const { error } = { error: undefined, ...(body as object) }
    if (error !== undefined && named?.some((rule) => rule.error === error) !== true)
      throw new Error(`${answer}: no rule of it has the code ${String(error)}`)
  }
}

const checks = new Map<string, Check>()

/**
 * A function that fails when an answer of an operation has a status, a field or an error code that the OpenAPI document
 * of a simulator with this dialect and these rules does not declare.
 */
export function openApiCheck({ dialect, rules }: Pick<SimulatorOptions, 'dialect' | 'rules'>): Check {
  const key = JSON.stringify([dialect, rules])
  const check = checks.get(key) ?? checkOf({ dialect, rules })
  checks.set(key, check)
  return check
}
