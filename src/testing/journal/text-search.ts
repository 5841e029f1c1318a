import type { Work } from '../../kernel/slices.ts'
import type { Exchange } from './exchange.ts'
import { redactBody } from './redact.ts'

/** Characters of a search, and the words that count. */
export const MAX_SEARCH = 256
export const MAX_WORDS = 10

/** The words of a search in lower case; what stands in double quotes is one. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|([^\s"]+)/g)]
    .map(([, quoted, word]) => (quoted ?? word ?? '').toLowerCase())
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)

/** So many characters make a slice of work. */
const SLICE_CHARACTERS = 256 * 1024

/** The exchanges in which each word stands somewhere. Each is looked into once for a search, however often it is made. */
export function* searched(exchanges: readonly Exchange[], text: string): Work<readonly Exchange[]> {
  const words = wordsOf(text)
  if (words.length === 0) return exchanges
  const known = knownOf(words.join('\n'))
  const found: Exchange[] = []
  let characters = 0
  for (const exchange of exchanges) {
    let isFound = known.get(exchange)
    if (isFound === undefined) {
      const searchable = textOf(exchange)
      characters += searchable.length
      isFound = words.every((word) => searchable.includes(word))
      known.set(exchange, isFound)
      if (characters > SLICE_CHARACTERS) {
        characters = 0
        yield
      }
    }
    if (isFound) found.push(exchange)
  }
  return found
}

/** Of the latest searches which exchanges each has found or passed by: a page that follows a journal searches again and again. */
const latest = new Map<string, WeakMap<Exchange, boolean>>()
const MAX_LATEST = 8

function knownOf(search: string): WeakMap<Exchange, boolean> {
  const known = latest.get(search) ?? new WeakMap<Exchange, boolean>()
  latest.delete(search)
  latest.set(search, known)
  const [oldest] = latest.keys()
  if (latest.size > MAX_LATEST && oldest !== undefined) latest.delete(oldest)
  return known
}

/** Everything that is searched: who asked for what, the query decoded, both bodies, what answered and why. */
function textOf(exchange: Exchange): string {
  const { id, method, path, query, operation, userId, status, basis, rules, hint, fault, stub } = exchange
  const asked = [`#${id}`, method, path, query, decoded(query), operation, userId === null ? '' : `user ${userId}`]
  const why = [String(status), basis, ...rules, hint, fault?.name, fault?.effect, stub]
  return [...asked, ...why, exchange.requestBody, redactBody(exchange.responseBody)].join('\n').toLowerCase()
}

const decoded = (query: string): string =>
  query === '' ? '' : [...new URLSearchParams(query)].map((pair) => pair.join('=')).join('&')
