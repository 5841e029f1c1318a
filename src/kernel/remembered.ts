import { putBounded } from './put-bounded.ts'

const MAX_REMEMBERED = 256

/** The same function of a text, which remembers what it answered lately: an equal text has the same answer. */
export function remembered<T>(answerOf: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    let answer = known.get(text)
    if (answer === undefined) {
      answer = answerOf(text)
      putBounded(known, text, answer, MAX_REMEMBERED)
    }
    return answer
  }
}
