const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A body, as a response carries it. */
export type Body = string | Uint8Array<ArrayBuffer>

/** JSON text as bytes: made once for a row, and sent again and again. */
export class JsonBytes {
  readonly bytes: Uint8Array<ArrayBuffer>

  /** @param parts in turn: texts, and bytes that are kept, which are copied five times as fast as texts are encoded */
  constructor(parts: readonly Body[]) {
    this.bytes = joined(parts)
  }
}

function joined(parts: readonly Body[]): Uint8Array<ArrayBuffer> {
  const texts = parts.filter((part) => typeof part === 'string').join('')
  const encoded = encoder.encode(texts)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length === texts.length) return encoded
  // A character beyond ASCII takes several bytes.
  if (encoded.length !== texts.length) return joined(parts.map(bytesOf))
  const bytes = new Uint8Array(length)
  let at = 0
  let read = 0
  for (const part of parts) {
    const end = at + part.length
    if (typeof part !== 'string') bytes.set(part, at)
    else for (let place = at; place < end; place++) bytes[place] = encoded[read++] ?? 0
    at = end
  }
  return bytes
}

/** Rows of a JSON array, each in parts, with a comma between each two. */
export function listed(rows: readonly (readonly Body[])[]): readonly Body[] {
  const parts: Body[] = []
  for (const row of rows) {
    if (parts.length > 0) parts.push(',')
    for (const part of row) parts.push(part)
  }
  return parts
}

export const bytesOf = (body: Body): Uint8Array<ArrayBuffer> => (typeof body === 'string' ? encoder.encode(body) : body)

/** How many bytes it takes on the wire. */
export const byteLengthOf = (body: Body): number =>
  typeof body !== 'string' ? body.byteLength : isAscii(body) ? body.length : encoder.encode(body).byteLength

const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text)

export const textOf = (body: Body): string => (typeof body === 'string' ? body : decoder.decode(body))
