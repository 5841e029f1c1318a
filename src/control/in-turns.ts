import { breath } from '../kernel/breath.ts'

/** Characters after which others at the server have their turn. */
const CHARACTERS_AT_ONCE = 256 * 1024

/** A JSON list of what each item is shown as: a journal is too long to be written at once. */
export async function listInTurns<T>(items: readonly T[], show: (item: T) => unknown): Promise<string> {
  const parts: string[] = []
  let characters = 0
  for (const item of items) {
    const part = JSON.stringify(show(item))
    parts.push(part)
    characters += part.length
    if (characters < CHARACTERS_AT_ONCE) continue
    characters = 0
    await breath()
  }
  return `[${parts.join(',')}]`
}
