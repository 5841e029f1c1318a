import type { ShownExchange } from '../../../../../testing/journal/present-exchange.ts'
import { urlOf } from './sent-headers.ts'

interface Texts {
  readonly request: string
  readonly response: string
}

/** The exchange as an HTTP archive (HAR 1.2) of one entry, for the tools that read those. @param texts the bodies as they were sent */
export function asHar(exchange: ShownExchange, texts: Texts, base: string): string {
  const { at, duration_ms, request, response } = exchange
  const url = urlOf(exchange, base)
  const entry = {
    startedDateTime: at,
    time: duration_ms,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(request.headers)),
      queryString: pairs([...new URLSearchParams(request.query)]),
      ...(texts.request !== '' && {
        postData: { mimeType: request.headers['content-type'] ?? '', text: texts.request },
      }),
      headersSize: -1,
      bodySize: bytesOf(texts.request),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(response.headers)),
      content: {
        size: bytesOf(texts.response),
        mimeType: response.headers['content-type'] ?? '',
        text: texts.response,
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: bytesOf(texts.response),
    },
    cache: {},
    timings: { send: 0, wait: duration_ms, receive: 0 },
  }
  const log = { version: '1.2', creator: { name: 'rental-sim', version: '1' }, entries: [entry] }
  return JSON.stringify({ log }, null, 2)
}

const pairs = (entries: readonly (readonly [string, string])[]) => entries.map(([name, value]) => ({ name, value }))

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
