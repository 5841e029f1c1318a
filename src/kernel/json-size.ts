/** Levels of lists and objects in the JSON of a request: no request of this interface needs more. */
export const MAX_DEPTH = 32

/** The same for a document: what a request brought stands some levels deeper in an exported state. */
export const MAX_DOCUMENT_DEPTH = MAX_DEPTH + 8

/** Values that one request may hold: each may be wrong, and what is wrong is listed. */
export const MAX_REQUEST_VALUES = 20_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/**
 * Why a text is too large to be read as JSON, by what stands in it outside of texts: reading it would take much longer
 * than this look, and so would saying what is wrong with it. Undefined when it is not, whatever else is wrong.
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
    if (code === QUOTE) at = endOfText(text, at)
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

/** Where a text ends that begins here. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
  return text.length
}
