const MAX_REMEMBERED = 256

/** The same function of a text, which remembers what it answered lately: an equal text has the same answer. */
export function remembered<T>(answerOf: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    let answer = known.get(text)
    if (answer === undefined) {
      answer = answerOf(text)
      if (known.size >= MAX_REMEMBERED) known.clear()
      known.set(text, answer)
    }
    return answer
  }
}
