import { isObject } from './object.ts'

/** What the values of a field are where they are no texts. */
export type ValueType = 'number' | 'boolean'

/**
 * Filters with their operands read by the types of the fields: `{"inet_up": {"gt": "500"}}` as `{"inet_up": {"gt": 500}}`.
 * A text that is not a value of the type stays. The same object where nothing is read otherwise.
 * @param typeOf undefined for a field that is not looked at
 */
export function readOperands(filters: object, typeOf: (field: string) => ValueType | undefined): object {
  return mapFields(filters, (filter, field) => {
    const type = typeOf(field)
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
