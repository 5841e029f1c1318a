import { fieldOf } from './object.ts'

/**
 * A value of a response with its own way to become JSON text: the text of a row is kept beside the immutable row that it
 * was made from, so that a listing is put together from texts.
 */
export abstract class Written {
  abstract get text(): string
  abstract toJSON(): object
}

/** The JSON text of a response, as JSON.stringify writes it. */
export function writeJson(body: unknown): string {
  if (body instanceof Written) return body.text
  if (Array.isArray(body) && body[0] instanceof Written) return `[${body.map(writeJson).join(',')}]`
  if (typeof body !== 'object' || body === null || !Object.values(body).some(holdsWritten)) return JSON.stringify(body)
  return `{${Object.entries(body)
    .map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`)
    .join(',')}}`
}

const holdsWritten = (value: unknown): boolean =>
  value instanceof Written || (Array.isArray(value) && value[0] instanceof Written)

/** The JSON text of an object, with holes for the values of some fields, which follow the clock. */
export class TextWithHoles {
  /** The text before each hole, and behind the last. */
  readonly #parts: readonly string[]
  readonly #holes: readonly string[]

  constructor(fields: object, isHole: (name: string) => boolean) {
    const parts: string[] = []
    const holes: string[] = []
    let part = '{'
    let separator = ''
    for (const [name, value] of Object.entries(fields)) {
      const text = JSON.stringify(value)
      if (text === undefined) continue
      part += `${separator}${JSON.stringify(name)}:`
      separator = ','
      if (isHole(name)) {
        parts.push(part)
        holes.push(name)
        part = ''
      } else part += text
    }
    this.#parts = [...parts, `${part}}`]
    this.#holes = holes
  }

  fill(values: object): string {
    let text = ''
    for (const [at, part] of this.#parts.entries()) {
      const hole = this.#holes[at]
      text += hole === undefined ? part : part + JSON.stringify(fieldOf(values, hole))
    }
    return text
  }
}
