import { isObject } from './object.ts'

const BEYOND_LATIN_1 = /[\u0100-\uffff]/

/** The memory that V8 takes for a text: one byte a character, or two where one of them is beyond Latin-1. */
export const textBytes = (text: string): number => (BEYOND_LATIN_1.test(text) ? text.length * 2 : text.length)

const BYTES_PER_OBJECT = 64
const BYTES_PER_FIELD = 16
/** A hash_id. To look at the characters of a shorter text takes longer than all else. */
const SHORT_TEXT = 32

/** The memory that plain data take, roughly: long texts exactly, short ones as if none were Latin-1, and a fixed amount for each object and field. */
export function valueBytes(value: unknown): number {
  if (typeof value === 'string') return value.length <= SHORT_TEXT ? value.length * 2 : textBytes(value)
  if (!isObject(value)) return 0
  let bytes = BYTES_PER_OBJECT
  if (Array.isArray(value)) for (const part of value) bytes += BYTES_PER_FIELD + valueBytes(part)
  // Fields one by one: a list of their values would take longer than all else.
  else for (const name in value) bytes += BYTES_PER_FIELD + valueBytes(value[name])
  return bytes
}
