import type { ShownAnswer } from '../kernel/claim.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import type { Rule } from '../kernel/rule.ts'
import type { Collection } from '../marketplace/collections.ts'
import { collectionOf, UnclearAnswerError } from '../import/captured-answers.ts'
import { harText, isHar, readHarEntries } from '../import/har.ts'
import type { Difference } from './verdicts.ts'
import { instantMs } from '../kernel/clock.ts'
import { bundleSchema } from '../testing/journal/bundle.ts'
import { shallowJson } from '../testing/journal/redact.ts'

/** An exchange with the real service, as a capture shows it. */
export interface Exchange {
  readonly method: string
  readonly path: string
  /** Without its question mark. */
  readonly query?: string
  /** The text of the body that was sent. */
  readonly sent?: string | undefined
  readonly status: number
  /** Undefined where the answer is not JSON, or is cut. */
  readonly body: unknown
  readonly contentType?: string
  /** The header that names who asked. */
  readonly caller?: string | undefined
  /** The answers to the same caller before it, where it was judged already. */
  readonly earlier?: readonly ShownAnswer[]
  /** The rule by which the simulator refuses the same request, where it was asked. */
  readonly refusedBy?: Rule | undefined
  /** Where the simulator answers other values to the same request in the world that the answer shows. */
  readonly unlike?: readonly Difference[] | undefined
  /** Unix milliseconds of the answer. */
  readonly atMs?: number
}

/** An answer without its request: its shape says which rows it has. */
export interface Answer {
  readonly collection: Collection
  readonly body: unknown
}

export interface Capture {
  readonly exchanges: readonly Exchange[]
  readonly answers: readonly Answer[]
  /** Why entries of a HAR file are no exchanges. */
  readonly unread?: readonly string[]
  /** Whether it goes on where the one before it ended. */
  readonly continues?: true
}

/**
 * Reads a HAR file, a bundle, one exchange as `{request, response}`, or an answer alone.
 * @throws UnclearAnswerError for an answer that does not show what was asked
 */
export function readCapture(value: unknown): Capture {
  if (isHar(value)) {
    const { entries, unread } = readHarEntries(value)
    return {
      exchanges: entries.map(({ request, response: { status, content }, startedDateTime, time }) => ({
        method: request.method.toUpperCase(),
        ...targetOf(request.url),
        sent: request.postData?.text,
        caller: request.headers.find(({ name }) => name.toLowerCase() === 'authorization')?.value,
        status,
        body: shallowJson(harText(content)),
        contentType: content.mimeType,
        atMs: startedDateTime + time,
      })),
      answers: [],
      unread,
    }
  }
  if (Array.isArray(fieldOf(value, 'exchanges'))) return captureOfBundle(value)
  const request = fieldOf(value, 'request')
  const response = fieldOf(value, 'response')
  const [method, path, status] = [fieldOf(request, 'method'), fieldOf(request, 'path'), fieldOf(response, 'status')]
  if (isObject(response) && typeof method === 'string' && typeof path === 'string' && typeof status === 'number') {
    const exchange = {
      method: method.toUpperCase(),
      ...targetOf(path),
      sent: textOf(fieldOf(request, 'body')),
      status,
      body: fieldOf(response, 'body'),
    }
    return { exchanges: [exchange], answers: [] }
  }
  return { exchanges: [], answers: [{ collection: collectionOf(value), body: value }] }
}

function captureOfBundle(value: unknown): Capture {
  const { data } = bundleSchema.safeParse(value)
  if (data === undefined) throw new UnclearAnswerError('is not a bundle as rental-sim writes it')
  const exchanges = data.exchanges.map(({ method, target, headers, body, ended, response }) => ({
    method,
    ...targetOf(target),
    sent: body,
    caller: headers['authorization'],
    status: response.status,
    body: shallowJson(response.body),
    contentType: response.headers['content-type'] ?? '',
    atMs: instantMs(ended),
  }))
  return { exchanges, answers: [] }
}

const NOWHERE = 'http://capture.invalid'

export function targetOf(url: string): { readonly path: string; readonly query: string } {
  if (!URL.canParse(url, NOWHERE)) return { path: '', query: '' }
  const { pathname, search } = new URL(url, NOWHERE)
  return { path: pathname, query: search.slice(1) }
}

const textOf = (body: unknown): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
