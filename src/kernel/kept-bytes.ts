import { isObject } from './object.ts'

const BEYOND_LATIN_1 = /[\u0100-\uffff]/

/** The memory that V8 takes for a text: one byte a character, or two where one of them is beyond Latin-1. */
export const textBytes = (text: string): number => (BEYOND_LATIN_1.test(text) ? text.length * 2 : text.length)

const BYTES_PER_OBJECT = 64
const BYTES_PER_FIELD = 16

/** The memory that plain data take, roughly: texts exactly, and a fixed amount for each object and field. */
export function valueBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value)
  if (!isObject(value)) return 0
  let bytes = BYTES_PER_OBJECT
  for (const part of Array.isArray(value) ? value : Object.values(value)) bytes += BYTES_PER_FIELD + valueBytes(part)
  return bytes
}
