import type { Work } from './slices.ts'

/** Characters of JSON that are written in one slice. */
const CHARACTERS_AT_ONCE = 32 * 1024

/** The items of a list as JSON, without its brackets, written in slices: a whole journal or table would hold up other requests. */
export function* writeItems<T>(items: readonly T[], show: (item: T) => unknown): Work<string> {
  const portions: string[] = []
  let texts: string[] = []
  let characters = 0
  for (const item of items) {
    const text = JSON.stringify(show(item))
    texts.push(text)
    characters += text.length
    if (characters < CHARACTERS_AT_ONCE) continue
    portions.push(texts.join(','))
    texts = []
    characters = 0
    yield
  }
  return [...portions, ...texts].join(',')
}
