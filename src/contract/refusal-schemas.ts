import { type Operation } from '../kernel/operation.ts'
import { isRefusal, type RefusalRule } from '../kernel/rule.ts'
import type { JsonSchema } from './json-schema.ts'

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
  msg: { ...text, description: 'What is wrong, for people: the words are ours.' },
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
}

function shapeOf({ envelope }: Operation, rule: RefusalRule): keyof typeof shapes {
  if (rule.envelope === 'detail') return 'RateLimitRefusal'
  return envelope === 'plain' ? 'PlainRefusal' : 'FlaggedRefusal'
}

/** The error codes that an answer can have under some rules of an operation. */
export function errorCodes(operation: Operation, rules: readonly RefusalRule[]): readonly string[] {
  const coded = rules.filter((rule) => shapeOf(operation, rule) !== 'RateLimitRefusal')
  return [...new Set(coded.map(({ error }) => error))]
}

/** The shape of an answer that rests on one of some rules of an operation. */
export function refusalSchema(operation: Operation, rules: readonly RefusalRule[]): JsonSchema {
  const names = [...new Set(rules.map((rule) => shapeOf(operation, rule)))]
  const [name, ...more] = names
  return name !== undefined && more.length === 0 ? reference(name) : { anyOf: names.map(reference) }
}

/** What refusal schemas refer to. */
export function refusalComponents(operations: readonly Operation[]): Record<string, JsonSchema> {
  const rules = (operation: Operation) => [...operation.rules].filter(isRefusal)
  const codes = new Set(operations.flatMap((operation) => errorCodes(operation, rules(operation))))
  const documented = operations.flatMap(rules).filter(({ basis }) => basis === 'documented')
  return {
    ...shapes,
    ErrorCode: {
      type: 'string',
      enum: [...codes].toSorted(),
      description: 'The contract does not show the complete list: the service may have others.',
      'x-sim-assumed-values': [...codes].filter((code) => !documented.some(({ error }) => error === code)).toSorted(),
    },
  }
}
