// Made at their first use: a test environment may lack them when this file loads.
let encoder: TextEncoder | undefined
let decoder: TextDecoder | undefined

const encode = (text: string): Uint8Array<ArrayBuffer> => (encoder ??= new TextEncoder()).encode(text)

/** A body, as a response carries it. */
export type Body = string | Uint8Array<ArrayBuffer>

/** JSON as bytes: what rows keep of theirs is joined, and not written again. */
export class JsonBytes {
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(parts: readonly Body[]) {
    const encoded = parts.map(bytesOf)
    this.bytes = new Uint8Array(encoded.reduce((length, part) => length + part.length, 0))
    let at = 0
    for (const part of encoded) {
      this.bytes.set(part, at)
      at += part.length
    }
  }
}

/** Rows of a JSON array, each in parts, with a comma between each two. */
export const listed = (rows: readonly (readonly Body[])[]): readonly Body[] =>
  rows.flatMap((row, at) => (at === 0 ? row : [',', ...row]))

export const bytesOf = (body: Body): Uint8Array<ArrayBuffer> => (typeof body === 'string' ? encode(body) : body)

/** How many bytes it takes on the wire. */
export const byteLengthOf = (body: Body): number => bytesOf(body).byteLength

export const textOf = (body: Body): string =>
  typeof body === 'string' ? body : (decoder ??= new TextDecoder()).decode(body)
