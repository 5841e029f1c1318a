import { memoizeByObject } from '../kernel/memoize-by-object.ts'
import type { Operation } from '../kernel/operation.ts'
import { SHORT_SECRET } from '../testing/journal/redact.ts'
import { keyDigest } from '../kernel/secret.ts'
import type { UserRow } from '../marketplace/users/collections.ts'
import type { World } from '../sandbox/world.ts'
import type { Incoming } from './incoming.ts'

const digestsOf = memoizeByObject(
  (users: readonly UserRow[]) => new Set(users.flatMap((user) => user.api_keys.map((key) => key.key_sha256))),
)

/** So many words of a URL are compared with the keys; one that has more is shown without its query, and without what it asks for. */
export const MAX_URL_WORDS = 4096

/**
 * API keys that stand in a URL, where they do not belong, in every spelling in which it may be repeated: as a whole value
 * or segment, or as words within. Only digests of keys are kept, so one with letters right before or after it is not
 * known. A path that the contract spells out has no room for one.
 * @param presented the key of the header, known or not
 */
export function keysIn(
  { path, query }: Incoming,
  operation: Operation | undefined,
  { tables }: World,
  presented: string | undefined,
): readonly string[] {
  if (query === '' && operation !== undefined && !operation.path.includes('{')) return []
  const digests = digestsOf(tables.users.values())
  const isKey = (text: string): boolean => text === presented || digests.has(keyDigest(text))
  const parts = query === '' ? [] : query.split('&').flatMap(partsOf)
  const found = new Set<string>()
  let words = 0
  for (const written of new Set([...path.split('/'), ...parts])) {
    for (const { text, shownAs } of candidatesIn(written)) {
      if ((words += 1) > MAX_URL_WORDS) return [path, query]
      if (isKey(text)) for (const spelling of shownAs) found.add(spelling)
    }
  }
  // The longest first: one may be a part of another.
  return found.size > MAX_URL_KEYS ? [path, query] : [...found].toSorted((a, b) => b.length - a.length)
}

export const MAX_URL_KEYS = 16

/** Name and value: a key may stand in either. */
function partsOf(pair: string): readonly string[] {
  const end = pair.indexOf('=')
  return end < 0 ? [pair] : [pair.slice(0, end), pair.slice(end + 1)]
}

/** A text that may be a key, and what would show it. */
interface Candidate {
  readonly text: string
  readonly shownAs: readonly string[]
}

function* candidatesIn(written: string): Iterable<Candidate> {
  if (written === '') return
  // Nothing is spelled otherwise, and no words are joined.
  if (/^[a-z\d]+$/i.test(written)) {
    yield { text: written, shownAs: [written] }
    return
  }
  const spellings = new Set([written, decoded(written), decoded(written.replaceAll('+', ' '))])
  for (const text of spellings)
    if (text !== undefined && text !== '') yield { text, shownAs: [written, encodeURIComponent(text), text] }
  const read = decoded(written.replaceAll('+', ' ')) ?? written
  for (const text of wordsWithin(read)) {
    const encoded = encodeURIComponent(text)
    const isSpelledOut = written.includes(text) || written.includes(encoded)
    yield { text, shownAs: isSpelledOut ? [text, encoded] : [written, text] }
  }
}

/** What stands between blanks, quotes and brackets; and where dashes, dots or lines join words, each row of them. */
function* wordsWithin(text: string): Iterable<string> {
  for (const [word] of text.matchAll(/[\w.~+=/-]+/g)) {
    const parts = word.split(/([=./_~+-]+)/)
    for (let from = 0; from < parts.length; from += 2) {
      for (let to = from; to < Math.min(parts.length, from + 2 * MAX_KEY_PARTS); to += 2) {
        const row = parts.slice(from, to + 1).join('')
        if (row.length >= SHORT_SECRET && row !== text) yield row
      }
    }
  }
}

/** Words that make up one key. */
export const MAX_KEY_PARTS = 6

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
