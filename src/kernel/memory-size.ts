const BEYOND_LATIN_1 = /[\u0100-\uffff]/

/** The memory that V8 takes for a text: one byte a character, or two where one of them is beyond Latin-1. */
export const textBytes = (text: string): number => (BEYOND_LATIN_1.test(text) ? text.length * 2 : text.length)

const BYTES_PER_VALUE = 64

/** The memory that plain data take, roughly: their text as JSON, and a fixed amount for each value in a list or an object. */
export function valueBytes(value: unknown): number {
  const json = JSON.stringify(value) ?? ''
  return textBytes(json) + BYTES_PER_VALUE * (json.match(/[[{,]/g)?.length ?? 0)
}
