import { isObject } from '../../kernel/object.ts'

const MAX_SHORT_CHARACTERS = 200

/** A JSON value as the journal keeps it beside an exchange: whole where its JSON is short, else the beginning of that JSON as a text. */
export function shortValue(value: unknown): unknown {
  const text = beginning(value, MAX_SHORT_CHARACTERS)
  return text.length <= MAX_SHORT_CHARACTERS ? value : `${text.slice(0, MAX_SHORT_CHARACTERS)}…`
}

/** The JSON of a value as far as `room` characters, and a little further where it is longer; never all of a long value. */
function beginning(value: unknown, room: number): string {
  // JSON.stringify makes a text of its own: a slice would keep the whole of a long one in memory.
  if (typeof value === 'string') return JSON.stringify(value.length > room ? value.slice(0, room + 1) : value)
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const isList = Array.isArray(value)
  let text = isList ? '[' : '{'
  for (const [name, part] of Object.entries(value)) {
    if (text.length > room) return text
    const left = room - text.length
    text += `${text.length > 1 ? ',' : ''}${isList ? '' : `${beginning(name, left)}:`}${beginning(part, left)}`
  }
  return text + (isList ? ']' : '}')
}
