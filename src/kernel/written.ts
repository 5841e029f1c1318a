import { type Body, bytesOf } from './json-bytes.ts'
import { fieldOf } from './object.ts'

/** A piece of JSON text: as bytes, or as text that has ASCII characters only. */
export type Piece = string | Uint8Array

/**
 * A value of a response that writes its own JSON: the bytes of a row are kept beside the immutable row that they were
 * made from, so that a listing is put together from those of its rows.
 */
export abstract class Written {
  /** Adds its JSON to that of a response. */
  abstract write(pieces: Piece[]): void
  abstract toJSON(): object
}

/** The JSON of a response, as JSON.stringify writes it. */
export function writeJson(body: object): Body {
  if (!Object.values(body).some(holdsWritten)) return JSON.stringify(body)
  const pieces: Piece[] = []
  let separator = '{'
  for (const [name, value] of Object.entries(body)) {
    pieces.push(bytesOf(`${separator}${JSON.stringify(name)}:`))
    if (holdsWritten(value)) writeValue(value, pieces)
    else pieces.push(bytesOf(JSON.stringify(value)))
    separator = ','
  }
  pieces.push('}')
  return joinPieces(pieces)
}

const holdsWritten = (value: unknown): value is Written | readonly Written[] =>
  value instanceof Written || (Array.isArray(value) && value[0] instanceof Written)

function writeValue(value: Written | readonly Written[], pieces: Piece[]): void {
  if (value instanceof Written) return value.write(pieces)
  let separator = '['
  for (const each of value) {
    pieces.push(separator)
    each.write(pieces)
    separator = ','
  }
  pieces.push(']')
}

function joinPieces(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string')
      for (let from = 0; from < piece.length; from += 1) bytes[at + from] = piece.charCodeAt(from)
    else bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** The JSON of an object, with holes for the numbers of some fields, which follow the clock. */
export class JsonWithHoles {
  /** What stands before each hole, and behind the last. */
  readonly #parts: readonly Uint8Array[]
  readonly #holes: readonly string[]

  constructor(fields: object, isHole: (name: string) => boolean) {
    const parts: string[] = ['{']
    const holes: string[] = []
    let separator = ''
    for (const [name, value] of Object.entries(fields)) {
      const json = JSON.stringify(value)
      if (json === undefined) continue
      const last = parts.length - 1
      parts[last] += `${separator}${JSON.stringify(name)}:`
      if (isHole(name)) {
        holes.push(name)
        parts.push('')
      } else parts[last] += json
      separator = ','
    }
    parts.push(`${parts.pop()}}`)
    this.#parts = parts.map(bytesOf)
    this.#holes = holes
  }

  /** @param values numbers, or null, by the name of the field */
  write(values: object, pieces: Piece[]): void {
    for (const [at, part] of this.#parts.entries()) {
      pieces.push(part)
      const hole = this.#holes[at]
      if (hole !== undefined) pieces.push(String(fieldOf(values, hole)))
    }
  }
}
