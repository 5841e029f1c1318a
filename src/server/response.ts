import { httpDate } from '../kernel/clock.ts'
import { byteLengthOf } from '../kernel/json-bytes.ts'
import type { Reply } from '../testing/faults/effect.ts'
import { mayHaveBody } from '../testing/faults/kinds/answers.ts'
import { writeJson } from '../kernel/written.ts'
import type { Operation } from '../kernel/operation.ts'
import type { Strength } from '../kernel/evidence.ts'
import type { Basis, Envelope } from '../kernel/rule.ts'
import type { Redactor } from '../testing/journal/redact.ts'
import type { HeaderLines } from './header-lines.ts'
import type { Incoming } from './incoming.ts'
import { corsHeaders, varyHeader } from './cors.ts'

interface ResponseFacts {
  /** Its status and body, and the headers that a fault or a stub writes. */
  readonly reply: Reply
  /** The instant of the response, in Unix milliseconds. */
  readonly nowMs: number
  readonly basis: Basis | 'injected'
  /** On an assumed response: how well the weakest of its assumptions is supported. */
  readonly strength: Strength | undefined
  /** Its number in the journal. */
  readonly exchange: number
  readonly hint: string | undefined
  /** The request, and a text without the API keys that came with it. */
  readonly asked: { readonly incoming: Pick<Incoming, 'headers'>; readonly redact: Redactor }
  readonly isFirstAfterEviction: boolean
  /** Ids of what shaped it, separated by commas. */
  readonly rules: string
  /** The name of the world that answers. */
  readonly world: string
}

/** A response that is not an exchange. */
export const ownReply = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/** What an operation answers with, as text, and the header that says so where it is no JSON. */
export function writeBody(status: number, body: unknown, operation: Operation | undefined) {
  if (!mayHaveBody(status)) return { text: '', type: {} }
  if (typeof body === 'string' && operation?.answersText === true) return { text: body, type: TEXT }
  return { text: typeof body === 'object' && body !== null ? writeJson(body) : JSON.stringify(body), type: {} }
}

/** What goes with every response: in the order and case in which the fetch standard writes headers, so that every way out does. */
export function responseHeaders(about: ResponseFacts): Record<string, string> {
  const { nowMs, basis, strength, exchange, hint, isFirstAfterEviction, rules, world } = about
  const { status, body, headers: given } = about.reply
  const { incoming, redact } = about.asked
  const origin = incoming.headers.value('origin')
  const isInjected = basis === 'injected'
  const headers = corsHeaders(origin, isInjected ? given : undefined)
  if (status !== 204 && status !== 304) headers['content-length'] = String(byteLengthOf(body))
  if (isInjected && isForBrowser(incoming.headers)) {
    const written = given['content-security-policy'] ?? SANDBOX
    headers['content-security-policy'] = written === SANDBOX ? SANDBOX : `${written}, ${SANDBOX}`
  }
  if (body !== '') headers['content-type'] = given['content-type'] ?? 'application/json'
  headers['date'] = given['date'] ?? httpDate(nowMs)
  const vary = varyHeader(origin, given['vary'])
  if (vary !== undefined) headers['vary'] = vary
  if (status === 401 && !isInjected) headers['www-authenticate'] = 'Bearer'
  const requestId = given['x-request-id'] ?? incoming.headers.value('x-request-id')
  if ('content-security-policy' in headers) headers['x-content-type-options'] = 'nosniff'
  if (requestId !== null && requestId !== '') headers['x-request-id'] = toHeaderValue(redact(requestId))
  headers['x-sim-basis'] = basis
  if (isFirstAfterEviction) headers['x-sim-evicted'] = 'true'
  if (strength !== undefined) headers['x-sim-evidence'] = strength
  headers['x-sim-exchange'] = String(exchange)
  if (hint !== undefined) headers['x-sim-hint'] = toHeaderValue(hint)
  headers['x-sim-rules'] = rules
  headers['x-sim-world'] = world
  return headers
}

/** The headers of a response that a fault spoiled, which rests on no evidence. */
export const withoutEvidence = (headers: Reply['headers']): Reply['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-sim-evidence'))

/** A page under it runs no script, and has no origin, so it can read no other page. */
const SANDBOX = 'sandbox'

/**
 * Whether a browser may show the answer as a page. Over plain HTTP, and under a name that is not
 * local, only Accept tells; for embedded pictures and frames not even that.
 */
function isForBrowser(headers: HeaderLines): boolean {
  const destination = headers.value('sec-fetch-dest')
  return destination === null
    ? /text\/html/i.test(headers.value('accept') ?? '') || headers.value('user-agent')?.startsWith('Mozilla/') === true
    : /^(document|i?frame|embed|object)$/.test(destination)
}

/** A reply with its headers in alphabetical order, as the fetch standard has them, with cookies behind. */
export const sortHeaders = (reply: Reply): Reply => ({
  ...reply,
  headers: Object.fromEntries(Object.entries(reply.headers).toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))),
})

const rank = (name: string): string => (name === 'set-cookie' ? '~' : name)

/** Header values are printable ASCII in one line. */
export const toHeaderValue = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, 1000)

export function refusalBody(envelope: Envelope, error: string, msg: string): object {
  if (envelope === 'detail') return { detail: msg }
  return envelope === 'plain' ? { error, msg } : { success: false, error, msg }
}
