import { distance } from 'fastest-levenshtein'

/** Longer words are not compared: it would take long, and they are no misspelt names. */
export const MAX_WORD = 256

/** The candidates that could have been meant, nearest first; empty when none is close. */
export function nearest(word: string, candidates: Iterable<string>, max = 1): readonly string[] {
  if (word.length > MAX_WORD) return []
  const within = Math.max(2, Math.floor(word.length / 3))
  const lower = word.toLowerCase()
  const apartOf = (candidate: string): number =>
    // So many letters are to be added or taken away, at least.
    Math.abs(candidate.length - lower.length) > within ? Infinity : distance(lower, candidate)
  return [...candidates]
    .map((candidate) => ({ candidate, apart: apartOf(candidate.toLowerCase()) }))
    .filter(({ apart }) => apart <= within)
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, max)
    .map(({ candidate }) => candidate)
}

/** `; did you mean "gte"?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const [best] = nearest(word, candidates)
  return best === undefined ? '' : `; did you mean "${best}"?`
}
