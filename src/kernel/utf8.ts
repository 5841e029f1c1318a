/** Thrown for bytes that are no UTF-8. */
export class NotUtf8Error extends Error {
  /** The byte that belongs to no character, counted from 0. */
  readonly offset: number
  readonly hint = 'send it as UTF-8'

  constructor(bytes: Uint8Array) {
    const [first, second] = bytes
    // A byte-order mark, or the zero byte of a first ASCII character.
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || !first || !second
    const offset = isUtf16 ? 0 : wrongByte(bytes)
    super(isUtf16 ? 'is UTF-16' : `is not UTF-8 (byte ${offset})`)
    this.offset = offset
  }
}

/**
 * Bytes as text, without a byte-order mark.
 * @throws NotUtf8Error
 */
export function decodeUtf8(bytes: Uint8Array): string {
  // UTF-16 of ASCII is UTF-8 too, with zero bytes, which no JSON or YAML has.
  if (bytes.length > 1 && (bytes[0] === 0 || bytes[1] === 0)) throw new NotUtf8Error(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NotUtf8Error(bytes)
  }
}

/** The first that is replaced by U+FFFD; one that was sent as such is three bytes long. */
function wrongByte(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  let offset = 0
  for (let from = 0; ; offset += 3) {
    const at = text.indexOf('\uFFFD', from)
    offset += new TextEncoder().encode(text.slice(from, at)).length
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset
    from = at + 1
  }
}
