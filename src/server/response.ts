import { httpDate } from '../kernel/clock.ts'
import { type Body, byteLengthOf } from '../kernel/json-bytes.ts'
import type { Reply } from '../testing/faults/effect.ts'
import type { Basis, Envelope } from '../kernel/rule.ts'
import type { Hide } from '../testing/journal/redact.ts'
import type { Incoming } from './incoming.ts'
import { corsHeaders, variesBy } from './cors.ts'

interface About {
  readonly body: Body
  /** The instant of the response, in Unix milliseconds. */
  readonly nowMs: number
  /** Then HTTP asks for the header that says how to authenticate. */
  readonly isUnauthorized: boolean
  readonly basis: Basis | 'injected'
  /** Its number in the journal. */
  readonly exchange: number
  readonly hint: string | undefined
  /** The request, and a text without the API keys that came with it. */
  readonly asked: { readonly incoming: Pick<Incoming, 'headers'>; readonly hide: Hide }
  /** The headers that a fault or a stub gives. */
  readonly given: Reply['headers']
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

/** What goes with every response: in the order and case in which the fetch standard writes headers, so that every way out does. */
export function responseHeaders(about: About): Record<string, string> {
  const { body, nowMs, isUnauthorized, basis, exchange, hint, given, isFirstAfterEviction, rules, world } = about
  const { incoming, hide } = about.asked
  const origin = incoming.headers.value('origin')
  const headers = corsHeaders(origin)
  if (body !== '') headers['content-length'] = String(byteLengthOf(body))
  headers['content-type'] = 'application/json'
  headers['date'] = httpDate(nowMs)
  const vary = variesBy(origin, given['vary'])
  if (vary !== undefined) headers['vary'] = vary
  if (isUnauthorized) headers['www-authenticate'] = 'Bearer'
  const requestId = given['x-request-id'] ?? incoming.headers.value('x-request-id')
  if (requestId !== null && requestId !== '') headers['x-request-id'] = asHeader(hide(requestId))
  headers['x-sim-basis'] = basis
  if (isFirstAfterEviction) headers['x-sim-evicted'] = 'true'
  headers['x-sim-exchange'] = String(exchange)
  if (hint !== undefined) headers['x-sim-hint'] = asHeader(hint)
  headers['x-sim-rules'] = rules
  headers['x-sim-world'] = world
  return headers
}

/** A reply with its headers in alphabetical order, as the fetch standard has them, with cookies behind. */
export const inOrder = (reply: Reply): Reply => ({
  ...reply,
  headers: Object.fromEntries(Object.entries(reply.headers).toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))),
})

const rank = (name: string): string => (name === 'set-cookie' ? '~' : name)

/** Header values are printable ASCII in one line. */
export const asHeader = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, 1000)

export function refusalBody(envelope: Envelope, error: string, msg: string): object {
  if (envelope === 'detail') return { detail: msg }
  return envelope === 'plain' ? { error, msg } : { success: false, error, msg }
}
