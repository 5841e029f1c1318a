import type { Operation } from '../kernel/operation.ts'
import { queryParameters } from '../kernel/query-parameters.ts'
import { SHORT_SECRET } from '../testing/journal/redact.ts'
import { keyDigest } from '../kernel/secret.ts'
import { callersOf } from '../marketplace/users/authenticate.ts'
import type { World } from '../sandbox/world.ts'
import type { Incoming } from './incoming.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/** So many words of a URL are compared with the keys; one that has more is shown without its query, and without what it asks for. */
export const MAX_URL_WORDS = 4096

/**
 * API keys that stand in a URL, where they do not belong, in every spelling in which it may be repeated: as a whole value
 * or segment, or as words within. Only digests of keys are kept, so one with letters right before or after it is not
 * known. Words that the contract spells out are none.
 * @param presented the key of the header, known or not
 */
export function keysIn(
  { path, query }: Incoming,
  operation: Operation | undefined,
  { tables }: World,
  presented: string | undefined,
): readonly string[] {
  const callers = callersOf(tables.users.values())
  const isKey = (text: string): boolean => text === presented || callers.has(keyDigest(text))
  const parts = query === '' ? [] : query.split('&').flatMap(partsOf)
  const found = new Set<string>()
  let words = 0
  const written = new Set(path.split('/'))
  for (const word of operation?.path.split('/') ?? []) written.delete(word)
  for (const part of parts) written.add(part)
  for (const each of written) {
    for (const { text, isWord } of candidatesIn(each)) {
      if ((words += 1) > MAX_URL_WORDS) return [path, query]
      if (isKey(text))
        for (const spelling of isWord ? spellingsOfWord(text, each) : spellingsOfWhole(text, each)) found.add(spelling)
    }
  }
  // The longest first: one may be a part of another.
  return found.size > MAX_URL_KEYS ? [path, query] : [...found].toSorted((a, b) => b.length - a.length)
}

const MAX_URL_KEYS = 16

/** The key in a URL, where it is read there. */
export const keyInQuery = ({ query }: Incoming, { rules }: World): string | undefined =>
  query === '' || rules.chosen(catalogue['authentication.key-in-query']) !== 'read'
    ? undefined
    : queryParameters(query)['api_key'] || undefined

/** Name and value: a key may stand in either. */
function partsOf(pair: string): readonly string[] {
  const end = pair.indexOf('=')
  return end < 0 ? [pair] : [pair.slice(0, end), pair.slice(end + 1)]
}

/** A text that may be a key: a whole value or segment, or a word within. */
interface Candidate {
  readonly text: string
  readonly isWord: boolean
}

function* candidatesIn(written: string): Iterable<Candidate> {
  // Nothing is spelled otherwise, and no words are joined.
  if (/^[a-z\d]+$/i.test(written)) {
    yield { text: written, isWord: false }
    return
  }
  const read = tryDecode(written.replaceAll('+', ' '))
  for (const text of new Set([written, tryDecode(written), read]))
    if (text !== undefined && text !== '') yield { text, isWord: false }
  for (const text of wordsWithin(read ?? written)) yield { text, isWord: true }
}

/** The spellings of a key in a URL, where it is a whole value or segment. */
const spellingsOfWhole = (key: string, written: string): readonly string[] => [written, encodeURIComponent(key), key]

/** The same where it is a word within. */
function spellingsOfWord(key: string, written: string): readonly string[] {
  const encoded = encodeURIComponent(key)
  return written.includes(key) || written.includes(encoded) ? [key, encoded] : [written, key]
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
const MAX_KEY_PARTS = 6

function tryDecode(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
