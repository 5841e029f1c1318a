import { z } from 'zod'
import { sha256Hex } from '../../kernel/secret.ts'
import { nextTurn } from '../../kernel/next-turn.ts'
import { Steps } from '../../kernel/steps.ts'
import { strictObject } from '../../kernel/wire.ts'
import { operationId } from '../../marketplace/operation-id.ts'
import { shaperId } from '../../marketplace/rule-id.ts'
import type { Exchange } from './exchange.ts'
import type { Journal } from './journal.ts'
import { Candidate, fingerprint } from './match.ts'
import { matchSchema } from './match-schema.ts'
import { redactBody } from './redact.ts'

/** What an exchange may show besides request and response. */
const marks = {
  finding: ({ observations }: Exchange) => observations.length > 0,
  changes: ({ written, changes }: Exchange) => written !== undefined || changes.length > 0,
  fault: ({ fault }: Exchange) => fault !== null,
  'near-miss': ({ nearMisses }: Exchange) => nearMisses.length > 0,
}

/** Characters of a search, and the words that count. */
export const MAX_SEARCH = 256
const MAX_WORDS = 10

const digits = z
  .string()
  .regex(/^\d{1,15}$/, 'is not a number')
  .transform(Number)

const NO_STATUS = 'is neither a status, a class such as 5xx, nor a range such as 400-499, >=500 or !200'

const status = z.union([
  z.string(NO_STATUS).refine((text) => statusTest(text) !== undefined, NO_STATUS),
  z.int().min(0).max(999),
])

const filterWith = <N extends z.ZodType<number>>(number: N) =>
  strictObject({
    operation: operationId.optional(),
    status: status
      .optional()
      .describe(
        'A status, a class such as 5xx, a range such as 400-499 or >=500, several with commas, or !200. 0 is for those without an answer.',
      ),
    basis: z.enum(['documented', 'assumed', 'injected']).optional(),
    method: matchSchema.shape.method,
    user: number.optional().describe('The id of the user who asked.'),
    rule: shaperId
      .optional()
      .describe('The id of a rule that shaped the answer, or fault. and stub. with the name of one.'),
    fault: z.string().optional().describe('The name of a fault that met it.'),
    has: z
      .enum(['finding', 'changes', 'fault', 'near-miss'])
      .optional()
      .describe('Only exchanges with a finding, changed rows, a fault, or a near miss.'),
    text: z
      .string()
      .max(MAX_SEARCH)
      .optional()
      .describe(
        'Words that must all be in the request, its own headers, the answer or its reason; words in double quotes are one phrase.',
      ),
    api_key: z.string().optional().describe('The key in clear, or its fingerprint.'),
    request_id: z.string().optional().describe('What the client sent as X-Request-Id.'),
    trace_id: z
      .string()
      .regex(/^[\da-f]{32}$/, 'is not the 32 hex digits of a trace')
      .optional()
      .describe('The trace in the traceparent that the client sent: 32 hex digits.'),
    since: number.optional().describe('Only exchanges with a higher number.'),
    before: number.optional().describe('Only exchanges with a lower number.'),
    limit: number.optional().describe('The latest that many. Default: 100.'),
  })

/** A filter as a query string writes it. */
export const journalFilters = filterWith(digits)

/** A filter as code writes it. */
export const journalFilter = filterWith(z.int().min(0))

type Filter = Readonly<z.output<typeof journalFilter>>

const DEFAULT_LIMIT = 100

/** The exchanges that match a filter. */
export function filtered(journal: Journal, filter: Filter): readonly Exchange[] {
  return latest(journal.entries().filter(exchangeTest(filter)), filter.limit)
}

/** Bytes of exchanges in which a text is searched for before others get their turn. */
const SEARCHED_AT_ONCE = 1_000_000

/** The same, with turns of the event loop for others while texts are searched. */
export async function search(journal: Journal, filter: Filter): Promise<readonly Exchange[]> {
  if (filter.text === undefined) return filtered(journal, filter)
  return latest(await searchBy(journal, exchangeTest(filter)), filter.limit)
}

/** The exchanges that a test wants, with turns of the event loop for others. */
export async function searchBy(
  journal: Journal,
  isWanted: (exchange: Exchange) => boolean,
): Promise<readonly Exchange[]> {
  const wanted: Exchange[] = []
  let bytes = 0
  for (const exchange of journal.entries()) {
    if (isWanted(exchange)) wanted.push(exchange)
    bytes += exchange.bytes
    if (bytes < SEARCHED_AT_ONCE) continue
    bytes = 0
    await nextTurn()
  }
  return wanted
}

/** Whether an exchange is one that a filter wants. */
export function exchangeTest(filter: Filter): (exchange: Exchange) => boolean {
  const { operation, method, user: user_id, has, since = -1, before = Infinity } = filter
  const steps = new Steps(Infinity)
  const isStatus = filter.status === undefined ? undefined : statusTest(String(filter.status))
  const isKey = filter.api_key === undefined ? undefined : keyTest(filter.api_key)
  const words = wordsOf(filter.text ?? '')
  return (exchange) =>
    new Candidate(exchange, steps).misses({ operation, method, user_id }).length === 0 &&
    isKey?.(exchange.keyDigest) !== false &&
    isStatus?.(exchange.status) !== false &&
    (filter.basis ?? exchange.basis) === exchange.basis &&
    (filter.rule === undefined || exchange.rules.includes(filter.rule)) &&
    (filter.fault ?? exchange.fault?.name) === exchange.fault?.name &&
    (filter.request_id ?? exchange.named.requestId) === exchange.named.requestId &&
    (filter.trace_id ?? exchange.named.traceId) === exchange.named.traceId &&
    (has === undefined || marks[has](exchange)) &&
    exchange.id > since &&
    exchange.id < before &&
    (words.length === 0 || hasAll(words, exchange))
}

/** By number, because `before` and `since` are: an exchange that was held stands behind later ones. */
function latest(exchanges: readonly Exchange[], limit = DEFAULT_LIMIT): readonly Exchange[] {
  const ids = exchanges.map(({ id }) => id).toSorted((a, b) => b - a)
  const kept = new Set(ids.slice(0, limit))
  return exchanges.filter(({ id }) => kept.has(id))
}

/** @param key in clear, or its fingerprint */
function keyTest(key: string): (digest: string | null) => boolean {
  const wanted = sha256Hex(key)
  return (digest) => digest !== null && (digest === wanted || fingerprint(digest) === key)
}

/** The words of a search in lower case; what stands in double quotes is one. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|([^\s"]+)/g)]
    .map(([, quoted, word]) => (quoted ?? word ?? '').toLowerCase())
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)

/** Headers that clients send by themselves: a word in them tells one request from no other. */
const OF_EVERY_CLIENT =
  /^(accept|accept-.*|authorization|cache-control|connection|content-.*|host|origin|pragma|referer|sec-.*|upgrade-.*|user-agent)$/

/** Whether each word stands in who asked for what, the query decoded, a body, or what answered and why. */
function hasAll(words: readonly string[], exchange: Exchange): boolean {
  const { id, method, path, query, operation, userId, status, basis, rules, hint, fault, stub } = exchange
  const decoded = [...new URLSearchParams(query)].map((pair) => pair.join('=')).join('&')
  const asked = [`#${id}`, method, path, query, decoded, operation, userId === null ? '' : `user ${userId}`]
  const why = [String(status), basis, ...rules, hint, fault?.name, fault?.effect, stub]
  const headers = Object.entries(exchange.requestHeaders).flatMap(([name, value]) =>
    OF_EVERY_CLIENT.test(name) ? [] : [`${name}: ${value}`],
  )
  const bodies = [exchange.requestBody, redactBody(exchange.responseBody)]
  const text = [...asked, ...why, ...headers, ...bodies].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** A class of statuses, one, a range, or one with a bound; none of those with `!` before it. */
const STATUSES = /^(!?)(?:([1-5])xx|(\d{1,3})(?:-(\d{1,3}))?|([<>]=?)(\d{1,3}))$/

/**
 * Which statuses a text such as `4xx,5xx`, `400-499`, `>=500`, `0` or `!200` means: any of those that it names, and none
 * of those after a `!`. Undefined for a text that means none.
 */
function statusTest(text: string): ((status: number) => boolean) | undefined {
  const ranges = text.split(',').map((item) => rangeOf(item.trim()))
  const known = ranges.filter((range) => range !== undefined)
  if (known.length < ranges.length) return undefined
  const [wanted, unwanted] = [known.filter(({ isNot }) => !isNot), known.filter(({ isNot }) => isNot)]
  const isIn = (status: number, among: typeof known): boolean =>
    among.some(({ from, to }) => status >= from && status <= to)
  return (status) => (wanted.length === 0 || isIn(status, wanted)) && !isIn(status, unwanted)
}

/** Undefined for a range that ends before it begins, too. */
function rangeOf(item: string) {
  const [match, not, hundreds, first, last = first, operator = '', bound] = STATUSES.exec(item) ?? []
  if (match === undefined || Number(last) < Number(first)) return undefined
  const isNot = not === '!'
  if (hundreds !== undefined) return { isNot, from: Number(hundreds) * 100, to: Number(hundreds) * 100 + 99 }
  if (first !== undefined) return { isNot, from: Number(first), to: Number(last) }
  const limit = Number(bound) + (operator === '>' ? 1 : operator === '<' ? -1 : 0)
  return operator.startsWith('>') ? { isNot, from: limit, to: Infinity } : { isNot, from: -Infinity, to: limit }
}
