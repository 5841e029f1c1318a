import type { Operation } from '../kernel/operation.ts'
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

/** The shape of a response that rests on one of some rules of an operation. */
export function refusalSchema(operation: Operation, rules: readonly RefusalRule[]): JsonSchema {
  const names = [...new Set(rules.map((rule) => shapeOf(operation, rule)))]
  const [name, ...more] = names
  return name !== undefined && more.length === 0 ? reference(name) : { anyOf: names.map(reference) }
}

/** What refusal schemas refer to. */
export function refusalComponents(operations: readonly Operation[]): Record<string, JsonSchema> {
  const coded = operations.flatMap((operation) =>
    [...operation.rules].filter(isRefusal).filter((rule) => shapeOf(operation, rule) !== 'RateLimitRefusal'),
  )
  const codes = [...new Set(coded.map(({ error }) => error))].toSorted()
  return {
    ...shapes,
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
