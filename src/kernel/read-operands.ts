import { z } from 'zod'
import { fieldOf, isObject } from './object.ts'

type ValueType = 'number' | 'boolean'

/** The type of the operands that a filter takes, by its schema; undefined for text. */
function operandType(schema: unknown): ValueType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return operandType(schema.unwrap())
  if (schema instanceof z.ZodUnion) return operandType(schema.options[0])
  if (schema instanceof z.ZodObject) return operandType(schema.shape['eq'])
  if (schema instanceof z.ZodNumber) return 'number'
  return schema instanceof z.ZodBoolean ? 'boolean' : undefined
}

/**
 * Filters with their operands read by the types of the fields: `{"inet_up": {"gt": "500"}}` as `{"inet_up": {"gt": 500}}`.
 * A text that is not a value of the type stays. The same object where nothing is read otherwise.
 * @param shape the schemas of the filters; a field that has none stays as it is
 */
export function readOperands(filters: object, shape: z.ZodRawShape): object {
  return mapFields(filters, (filter, field) => {
    const type = operandType(fieldOf(shape, field))
    if (type === undefined || !isObject(filter) || Array.isArray(filter)) return filter
    return mapFields(filter, (operand) => (Array.isArray(operand) ? readList(operand, type) : readValue(operand, type)))
  })
}

function mapFields(object: object, map: (value: unknown, name: string) => unknown): object {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(object)
  const read = entries.map(([name, value]) => [name, map(value, name)] as const)
  return read.every(([, value], at) => value === entries[at]?.[1]) ? object : Object.fromEntries(read)
}

function readList(operands: readonly unknown[], type: ValueType): readonly unknown[] {
  const read = operands.map((operand) => readValue(operand, type))
  return read.every((value, at) => value === operands[at]) ? operands : read
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

function readValue(operand: unknown, type: ValueType): unknown {
  if (typeof operand !== 'string') return operand
  const text = operand.trim()
  if (type === 'number') return NUMBER.test(text) ? Number(text) : operand
  return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : operand
}
