import { putBounded } from './put-bounded.ts'

const MAX_RESULTS = 256
/** Of what is asked of each path: a world has some hundred rows that paths name. */
export const MAX_RESULTS_OF_PATHS = 1024
export const MAX_MEMOIZED_CHARACTERS = 2048

/** The same function of a text, which keeps its latest results for texts that are not long. */
export function memoizeByText<T>(compute: (text: string) => T, max = MAX_RESULTS): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (text.length > MAX_MEMOIZED_CHARACTERS) return compute(text)
    let result = known.get(text)
    if (result === undefined) {
      result = compute(text)
      putBounded(known, text, result, max)
    }
    return result
  }
}
