/** Levels of lists and objects in the JSON of a request: no request of this interface needs more. */
export const MAX_DEPTH = 32

/** The same for a document: an exported state has the values of requests some levels deeper. */
export const MAX_DOCUMENT_DEPTH = MAX_DEPTH + 8

/** Values in the JSON of one request: each may be wrong, and each problem is listed. */
export const MAX_REQUEST_VALUES = 20_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/**
 * Why a text is not parsed as JSON: it is too large, counted by its commas and brackets, because parsing it and listing
 * its problems would take much longer; or a number in it would become another. Undefined otherwise, whatever else is wrong.
 */
export function whyUnparsed(
  text: string,
  maxValues: number = MAX_REQUEST_VALUES,
  maxDepth = MAX_DEPTH,
): string | undefined {
  let values = 1
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA) values += 1
    // `[` and `{`, `]` and `}`: they differ in one bit.
    else if ((code | 0x20) === 0x7b) {
      values += 1
      depth += 1
    } else if ((code | 0x20) === 0x7d) depth -= 1
    if (depth > maxDepth) return 'nests too deep'
    if (values > maxValues) return `has more than ${maxValues} values`
  }
  const lost = lostNumber(text)
  return lost === undefined ? undefined : describeLostNumber(lost)
}

/** @param name of the field that has it */
export const describeLostNumber = (number: string, name = ''): string =>
  `has the number ${number.slice(0, 40)}, which JavaScript cannot keep: ${
    /(^|_)id$/.test(name) ? `ids go up to ${Number.MAX_SAFE_INTEGER}` : 'write it as a text'
  }`

/** The first number in a text of JSON that would become another when it is parsed. */
export function lostNumber(text: string): string | undefined {
  if (!/\d[\d.]{15}|\d[eE]/.test(text)) return undefined
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code >= 0x30 && code <= 0x39) {
      NUMBER.lastIndex = at
      const [number = '0'] = NUMBER.exec(text) ?? []
      if (!survivesParsing(number)) return text[at - 1] === '-' ? `-${number}` : number
      at += number.length - 1
    }
  }
  return undefined
}

const NUMBER = /\d[\d.]*(?:[eE][+-]?\d+)?/y

/** Longer than any number that somebody means. */
const MAX_NUMBER = 400

/** Whether a number without a sign survives: its digits are those of the nearest double, or it is a fraction that is rounded behind its 15th digit. */
export function survivesParsing(number: string): boolean {
  const value = Number(number)
  if (number.length > MAX_NUMBER || !Number.isFinite(value)) return false
  const digits = digitsOf(number)
  const isRounded = digits.length > 15 && digits.length <= 17 && value < Number.MAX_SAFE_INTEGER
  return isRounded || digits === digitsOf(String(value))
}

const digitsOf = (number: string): string =>
  number
    .replace(/e.*/i, '')
    .replace('.', '')
    .replaceAll(/^0+|0+$/g, '')

/** Where the string ends that begins here. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
  return text.length
}
