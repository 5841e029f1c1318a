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
 * Why a text is too large to be parsed as JSON, counted by its commas and brackets: parsing it, and listing its problems,
 * would take much longer. Undefined when it is not too large, whatever else is wrong.
 */
export function whyTooLarge(
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
  return undefined
}

/** Where the string ends that begins here. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
  return text.length
}
