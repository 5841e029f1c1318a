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

/** The exchanges in which each word stands somewhere. */
export function searched(exchanges: readonly Exchange[], text: string): readonly Exchange[] {
  const words = wordsOf(text)
  if (words.length === 0) return exchanges
  return exchanges.filter((exchange) => {
    const searchable = textOf(exchange)
    return words.every((word) => searchable.includes(word))
  })
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
