import { z } from 'zod'
import { isoInstant } from '../kernel/clock.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { presentExchange } from '../testing/journal/present-exchange.ts'
import { version } from '../version.ts'
import { call } from './call.ts'
import { WrittenBody } from './long-list.ts'

export const har = call('GET /har', {
  summary: 'The requests as an HTTP Archive (HAR 1.2), without secrets',
  shows: z.looseObject({ log: z.looseObject({ version: z.string(), entries: z.array(z.looseObject({})) }) }),
  act: ({ sandbox: { world } }) => {
    const entries = world.journal.entries().map((exchange) => JSON.stringify(harEntry(exchange)))
    const creator = JSON.stringify({ name: 'rental-sim', version })
    return new WrittenBody(`{"log":{"version":"1.2","creator":${creator},"entries":[${entries.join(',')}]}}`)
  },
})

/** A path is made a URL of a server without a name: HAR knows no other. */
const ORIGIN = 'http://rental-sim'

function harEntry(exchange: Exchange): object {
  const { request, response } = presentExchange(exchange)
  const { startedMs, endedMs } = exchange
  const query = request.query === '' ? '' : `?${request.query.replace(/^\?/, '')}`
  return {
    startedDateTime: isoInstant(startedMs),
    time: endedMs - startedMs,
    request: {
      method: request.method,
      url: `${ORIGIN}${request.path}${query}`,
      httpVersion: 'HTTP/1.1',
      headers: headersOf(request.headers),
      queryString: [...new URLSearchParams(request.query)].map(([name, value]) => ({ name, value })),
      cookies: [],
      headersSize: -1,
      bodySize: -1,
      ...(request.body !== null && {
        postData: { mimeType: request.headers['content-type'] ?? 'application/json', text: textOf(request.body) },
      }),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: headersOf(response.headers),
      cookies: [],
      content: {
        size: -1,
        mimeType: response.headers['content-type'] ?? '',
        text: response.body === null ? '' : textOf(response.body),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: endedMs - startedMs, receive: 0 },
  }
}

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
