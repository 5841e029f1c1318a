const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** JSON text as bytes: made once for a row, and sent again and again. */
export class JsonBytes {
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(text: string) {
    this.bytes = encoder.encode(text)
  }
}

/** A body, as a response carries it. */
export type Body = string | Uint8Array<ArrayBuffer>

export const bytesOf = (body: Body): Uint8Array<ArrayBuffer> => (typeof body === 'string' ? encoder.encode(body) : body)

/** How many bytes it takes on the wire. */
export const byteLengthOf = (body: Body): number =>
  typeof body !== 'string' ? body.byteLength : isAscii(body) ? body.length : encoder.encode(body).byteLength

const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text)

export const textOf = (body: Body): string => (typeof body === 'string' ? body : decoder.decode(body))
