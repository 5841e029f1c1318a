import { MASK, sha256Hex } from '../kernel/secret.ts'
import type { Fact } from './fact.ts'

/** Where a text may hold a key: between blanks and quotes, between signs that no token has, and between all signs. */
const WORDS = [/[^\s"'`]+/g, /[\w~+-](?:[\w.~+/-]*[\w~+/-])?=*/g, /[\w~+-](?:[\w.~+-]*[\w~+-])?=*/g]

/** Masks the keys that these calls were sent with; of a key only its digest is known. */
export function maskKeys(text: string, calls: readonly Pick<Fact, 'keyDigest'>[]): string {
  const digests = new Set(calls.map(({ keyDigest }) => keyDigest))
  const known = new Map<string, string>()
  const masked = (word: string): string => {
    const shown = known.get(word) ?? (digests.has(sha256Hex(word)) ? MASK : word)
    known.set(word, shown)
    return shown
  }
  return WORDS.reduce((shown, words) => shown.replaceAll(words, masked), text)
}
