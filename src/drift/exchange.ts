import { isObject, fieldOf } from '../kernel/object.ts'
import { instantMs } from '../kernel/clock.ts'
import type { Collection } from '../marketplace/collections.ts'
import { collectionOf, UnclearAnswerError } from '../import/captured-answers.ts'
import { harText, isHar, readHarEntries } from '../import/har.ts'
import { bundleSchema } from '../testing/journal/bundle.ts'
import { shallowJson } from '../testing/journal/redact.ts'

/** An exchange with the real service, as a capture shows it. */
export interface Exchange {
  /** Where it stands: `entry 3`. */
  readonly place?: string
  readonly method: string
  readonly path: string
  /** Without its question mark. */
  readonly query: string
  /** The text of the body that was sent. */
  readonly sent?: string | undefined
  readonly sentType?: string | undefined
  readonly status: number
  /** Undefined where the answer is not JSON, or is cut. */
  readonly body: unknown
  /** Whether the answer had a body that the capture left out. */
  readonly isAnswerLost?: boolean
  readonly contentType?: string | undefined
  /** Names of headers of the answer, in lower case; undefined where a capture has none. */
  readonly headers?: readonly string[] | undefined
  /** The header that names who asked; a key may stand in the query, too. */
  readonly key?: string | undefined
  /** Unix milliseconds of the answer. */
  readonly atMs?: number
}

/** The body of a request, where it is JSON. */
export const sentJson = ({ sent }: Pick<Exchange, 'sent'>): unknown =>
  sent === undefined ? undefined : shallowJson(sent)

/** Whether a request has no body: it had none, or the capture left it out. */
export const hasNoBody = ({ sent }: Pick<Exchange, 'sent'>): boolean => sent === undefined || sent === ''

/** An answer without its request: its shape says which rows it has. */
export interface Answer {
  readonly collection: Collection
  readonly body: unknown
}

/** What one file shows: the exchanges of a session in their order, or an answer alone. */
export interface Capture {
  readonly exchanges: readonly Exchange[]
  readonly answer?: Answer
  /** Why entries of a HAR file are no exchanges. */
  readonly unread?: readonly string[]
}

/**
 * Reads a HAR file, a bundle, one exchange as `{request, response}`, or an answer alone.
 * @throws UnclearAnswerError for an answer that does not show what was asked
 */
export function readCapture(value: unknown): Capture {
  if (isHar(value)) return captureOfHar(value)
  if (Array.isArray(fieldOf(value, 'exchanges'))) return captureOfBundle(value)
  const [request, response] = [fieldOf(value, 'request'), fieldOf(value, 'response')]
  const [method, path, status] = [fieldOf(request, 'method'), fieldOf(request, 'path'), fieldOf(response, 'status')]
  if (!isObject(response) || typeof method !== 'string' || typeof path !== 'string' || typeof status !== 'number')
    return {
      exchanges: [],
      answer: {
        collection: collectionOf(
          value,
          'give it with its request: {"request": {"method", "path"}, "response": {"status", "body"}}',
        ),
        body: value,
      },
    }
  const body = fieldOf(request, 'body')
  const header =
    fieldOf(fieldOf(request, 'headers'), 'Authorization') ?? fieldOf(fieldOf(request, 'headers'), 'authorization')
  const target = targetOf(path)
  return {
    exchanges: [
      {
        method: method.toUpperCase(),
        ...target,
        sent: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
        ...(typeof header === 'string' && { key: header }),
        status,
        body: fieldOf(response, 'body'),
      },
    ],
  }
}

function captureOfHar(value: unknown): Capture {
  const { entries, unread } = readHarEntries(value)
  const exchanges = entries.map(({ request, response, startedDateTime, time, index }): Exchange => {
    const { status, content, headers } = response
    const target = targetOf(request.url)
    const sentHeader = (name: string) => request.headers.find((each) => each.name.toLowerCase() === name)?.value
    return {
      place: `entry ${index + 1}`,
      method: request.method.toUpperCase(),
      ...target,
      sent: request.postData?.text,
      sentType: sentHeader('content-type') ?? request.postData?.mimeType,
      key: sentHeader('authorization'),
      status,
      body: shallowJson(harText(content)),
      isAnswerLost:
        content.text === undefined && content.size !== 0 && status !== 204 && !(status >= 300 && status < 400),
      contentType: content.mimeType,
      headers: headers?.map(({ name }) => name.toLowerCase()),
      atMs: startedDateTime + time,
    }
  })
  // Writers of HAR files order entries by page, or by the end of their answers.
  return { exchanges: exchanges.toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0)), unread }
}

function captureOfBundle(value: unknown): Capture {
  const { data } = bundleSchema.safeParse(value)
  if (data === undefined) throw new UnclearAnswerError('is not a bundle as rental-sim writes it')
  const exchanges = data.exchanges.map(({ method, target, headers, body, ended, response }, index): Exchange => {
    const asked = targetOf(target)
    return {
      place: `exchange ${index + 1}`,
      method,
      ...asked,
      sent: body,
      sentType: headers['content-type'],
      key: headers['authorization'],
      status: response.status,
      body: shallowJson(response.body),
      contentType: response.headers['content-type'] ?? '',
      headers: Object.keys(response.headers),
      atMs: instantMs(ended),
    }
  })
  return { exchanges }
}

const NOWHERE = 'http://capture.invalid'

function targetOf(url: string): { readonly path: string; readonly query: string } {
  if (!URL.canParse(url, NOWHERE)) return { path: '', query: '' }
  const { pathname, search } = new URL(url, NOWHERE)
  return { path: pathname, query: search.slice(1) }
}

/** The key of a caller: from the header, or else from the query. */
export const keyOf = ({ key, query }: Exchange): string | undefined =>
  key ?? new URLSearchParams(query).get('api_key') ?? undefined
