import { distance } from 'fastest-levenshtein'

/** Longer words are not compared: it would take long, and they are no misspelt names. */
const MAX_WORD = 256

/** The candidates that could have been meant, nearest first; empty when none is close. */
export function nearest(word: string, candidates: Iterable<string>, max = 1): readonly string[] {
  if (word.length > MAX_WORD) return []
  const within = Math.max(2, Math.floor(word.length / 3))
  const lower = word.toLowerCase()
  const parts = partsOf(word)
  const distanceTo = (candidate: string): number => {
    const short = candidate.toLowerCase()
    // So many letters are to be added or taken away, at least.
    const letters = Math.abs(short.length - lower.length) > within ? Infinity : distance(lower, short)
    return letters <= 1 || !hasAll(partsOf(candidate), parts) ? letters : Math.min(letters, 1.5)
  }
  return [...candidates]
    .map((candidate) => ({ candidate, apart: distanceTo(candidate) }))
    .filter(({ apart }) => apart <= within)
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, max)
    .map(({ candidate }) => candidate)
}

/** `latency_ms` has the parts latency and ms, `listInstances` list and instances. */
const partsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')

/** Whether a name has all parts of another, in any order; one letter says nothing. */
const hasAll = (candidate: readonly string[], parts: readonly string[]): boolean =>
  parts.length > 0 && parts.join('').length > 2 && parts.every((part) => candidate.includes(part))

/** `; did you mean "gte"?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const [best] = nearest(word, candidates)
  return best === undefined ? '' : `; did you mean "${best}"?`
}
