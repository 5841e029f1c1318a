import type { Operation } from '../kernel/operation.ts'
import type { Rule } from '../kernel/rule.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { rulesOf } from '../marketplace/routes.ts'
import { isSchema, type JsonSchema } from './json-schema.ts'
import { catalogue } from '../marketplace/catalogue.ts'

const text = { type: 'string' }

const object = (description: string, properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
})

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const plain = {
  error: reference('ErrorCode'),
  msg: { ...text, description: 'The mistake, in words for people, which are ours.' },
}

/** The shapes that refusals have, by their names. */
const shapes = {
  PlainRefusal: object('A refusal of the operations that list and unlist network volumes.', plain),
  FlaggedRefusal: object('A refusal of every other operation.', {
    success: { type: 'boolean', const: false },
    ...plain,
  }),
  RateLimitRefusal: object('Requests to an operation come too often.', {
    detail: { ...text, description: 'Names the threshold.' },
  }),
  AccountLimitRefusal: object('Requests of a key come too often.', {
    ...plain,
    retry_after: { type: 'integer', description: 'Seconds until the next is let through.' },
    limit: { type: 'number', description: 'How many are let through in ten seconds.' },
    remaining: { type: 'integer', description: 'How many of them are left.' },
  }),
}

/** The rules that refuse requests to an operation. */
export const refusalsOf = (operation: Operation, inForce: RulesInForce): readonly Rule[] =>
  rulesOf(operation, inForce).filter((rule) => inForce.of(rule).error !== undefined)

function shapeOf(operation: Operation, rule: Rule, inForce: RulesInForce): keyof typeof shapes {
  if (rule === catalogue['rate-limit.per-account']) return 'AccountLimitRefusal'
  const { envelope = operation.envelope } = inForce.of(rule)
  if (envelope === 'detail') return 'RateLimitRefusal'
  return envelope === 'plain' ? 'PlainRefusal' : 'FlaggedRefusal'
}

/** The shape of a response that rests on one of some rules of an operation. */
export function refusalSchema(operation: Operation, rules: readonly Rule[], inForce: RulesInForce): JsonSchema {
  const names = [...new Set(rules.map((rule) => shapeOf(operation, rule, inForce)))]
  const [name, ...more] = names
  return name !== undefined && more.length === 0 ? reference(name) : { anyOf: names.map(reference) }
}

/** A shape with further integers, which some operations show. */
const withIntegers = (shape: JsonSchema, names: readonly string[]): JsonSchema =>
  names.length === 0 || !isSchema(shape.properties)
    ? shape
    : {
        ...shape,
        properties: { ...shape.properties, ...Object.fromEntries(names.map((name) => [name, { type: 'integer' }])) },
      }

/** What refusal schemas refer to. */
export function refusalComponents(operations: readonly Operation[], inForce: RulesInForce): Record<string, JsonSchema> {
  const coded = operations.flatMap((operation) =>
    refusalsOf(operation, inForce)
      .filter((rule) => shapeOf(operation, rule, inForce) !== 'RateLimitRefusal')
      .map((rule) => inForce.of(rule)),
  )
  const codes = [...new Set(coded.flatMap(({ error }) => error ?? []))].toSorted()
  const fields = operations.flatMap(({ refusalFields: further }) =>
    further !== undefined && inForce.shapes(further.choice) ? Object.keys(further.fields) : [],
  )
  return {
    ...Object.fromEntries(
      Object.entries(shapes)
        .filter(([name]) => name !== 'AccountLimitRefusal' || inForce.shapes(catalogue['rate-limit.per-account']))
        .map(([name, shape]) => [name, withIntegers(shape, fields)]),
    ),
    ErrorCode: {
      type: 'string',
      enum: codes,
      description: 'The contract does not show the complete list: the service may have others.',
      'x-sim-assumed-values': codes.filter(
        (code) => !coded.some(({ error, basis }) => error === code && basis === 'documented'),
      ),
    },
  }
}
