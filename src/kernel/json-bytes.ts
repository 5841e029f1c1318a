// Made at their first use: a test environment may lack them when this file loads.
let encoder: TextEncoder | undefined
let decoder: TextDecoder | undefined

const encode = (text: string): Uint8Array<ArrayBuffer> => (encoder ??= new TextEncoder()).encode(text)

/** A body, as a response carries it. */
export type Body = string | Uint8Array<ArrayBuffer>

/** JSON text as bytes: joined once, and sent again and again. */
export class JsonBytes {
  readonly parts: BodyParts
  #bytes: Uint8Array<ArrayBuffer> | undefined

  /** @param parts in turn: texts, and bytes that are kept, which are copied five times as fast as texts are encoded */
  constructor(parts: readonly Body[]) {
    this.parts = new BodyParts(parts)
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return (this.#bytes ??= this.parts.joined())
  }
}

/** What a body is joined from. To keep it takes little: most parts are bytes that are kept with a row anyway. */
export class BodyParts {
  readonly byteLength: number
  /** Bytes that are kept; or the length of a text, in bytes. */
  readonly #parts: readonly (number | Uint8Array<ArrayBuffer>)[]
  /** All texts, encoded together. */
  readonly #texts: Uint8Array<ArrayBuffer>

  constructor(parts: readonly Body[]) {
    const texts = parts.filter((part) => typeof part === 'string').join('')
    this.#texts = encode(texts)
    // A character beyond ASCII takes several bytes.
    const isAscii = this.#texts.length === texts.length
    this.#parts = parts.map((part) => (typeof part !== 'string' ? part : isAscii ? part.length : encode(part).length))
    this.byteLength = this.#parts.reduce<number>((sum, part) => sum + lengthOf(part), 0)
  }

  joined(): Uint8Array<ArrayBuffer> {
    if (this.#texts.length === this.byteLength) return this.#texts
    const bytes = new Uint8Array(this.byteLength)
    let at = 0
    let read = 0
    for (const part of this.#parts) {
      const end = at + lengthOf(part)
      if (typeof part !== 'number') bytes.set(part, at)
      else for (let place = at; place < end; place++) bytes[place] = this.#texts[read++] ?? 0
      at = end
    }
    return bytes
  }
}

const lengthOf = (part: number | Uint8Array): number => (typeof part === 'number' ? part : part.length)

/** Rows of a JSON array, each in parts, with a comma between each two. */
export function listed(rows: readonly (readonly Body[])[]): readonly Body[] {
  const parts: Body[] = []
  for (const row of rows) {
    if (parts.length > 0) parts.push(',')
    for (const part of row) parts.push(part)
  }
  return parts
}

export const bytesOf = (body: Body): Uint8Array<ArrayBuffer> => (typeof body === 'string' ? encode(body) : body)

/** How many bytes it takes on the wire. */
export const byteLengthOf = (body: Body): number =>
  typeof body !== 'string' ? body.byteLength : isAscii(body) ? body.length : encode(body).byteLength

/** By units of UTF-16: by code points it takes twice as long. */
const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

export const textOf = (body: Body | BodyParts): string =>
  typeof body === 'string'
    ? body
    : (decoder ??= new TextDecoder()).decode(body instanceof BodyParts ? body.joined() : body)
