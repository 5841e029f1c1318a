// Made at their first use: a test environment may lack them when this file loads.
let encoder: TextEncoder | undefined
let decoder: TextDecoder | undefined

const encode = (text: string): Uint8Array<ArrayBuffer> => (encoder ??= new TextEncoder()).encode(text)

/** A body, as a response carries it. */
export type Body = string | Uint8Array<ArrayBuffer>

export const bytesOf = (body: Body): Uint8Array<ArrayBuffer> => (typeof body === 'string' ? encode(body) : body)

/** How many bytes it takes on the wire. */
export const byteLengthOf = (body: Body): number => bytesOf(body).byteLength

export const textOf = (body: Body): string =>
  typeof body === 'string' ? body : (decoder ??= new TextDecoder()).decode(body)
