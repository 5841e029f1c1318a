import { nextTurn } from '../kernel/next-turn.ts'

/** Characters of JSON that are written before other requests have their turn. */
const CHARACTERS_AT_ONCE = 256 * 1024

/** A result that is text already. */
export class WrittenBody {
  readonly text: string
  readonly type: string
  readonly status: 200 | 503

  constructor(text: string, type = 'application/json', status: 200 | 503 = 200) {
    this.text = text
    this.type = type
    this.status = status
  }
}

/** An object, with a list of shown items as its last field. It is written in portions, because a whole journal would hold up other requests. */
export async function withLongList<T>(
  object: object,
  name: string,
  items: readonly T[],
  show: (item: T) => unknown,
): Promise<WrittenBody> {
  const parts: string[] = []
  let characters = 0
  for (const item of items) {
    const part = JSON.stringify(show(item))
    parts.push(part)
    characters += part.length
    if (characters < CHARACTERS_AT_ONCE) continue
    characters = 0
    await nextTurn()
  }
  return new WrittenBody(`${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:[${parts.join(',')}]}`)
}
