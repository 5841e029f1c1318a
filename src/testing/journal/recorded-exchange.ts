import { type Body, textOf } from '../../kernel/json-bytes.ts'
import { textBytes, valueBytes } from '../../kernel/memory-size.ts'
import { bytesReplaced } from '../../marketplace/tables.ts'
import type { Exchange } from './exchange.ts'
import { type Redactor, redactHeaders, redactRequest } from './redact.ts'
import { changesOf } from './row-changes.ts'

/** Who asked for what, without secrets. */
export type Asked = Pick<Exchange, 'operation' | 'userId' | 'keyDigest' | 'method' | 'path' | 'query'>

/** What else an exchange is recorded from: some of it may hold secrets. */
interface Recording extends Omit<
  Exchange,
  keyof Asked | 'requestHeaders' | 'named' | 'requestBody' | 'responseBody' | 'changes' | 'observations' | 'bytes'
> {
  /** Names and values in turn. */
  readonly sentHeaders: readonly string[]
  readonly sentBody: string
  readonly rawResponseBody: Body
  /** A text without the API keys that came with the request. */
  readonly redact: Redactor
}

/** An exchange without secrets. Its response and its rows are shared with others, and copied when they are read. */
export function recordExchange(asked: Asked, recording: Recording): Exchange {
  const { sentHeaders, sentBody, rawResponseBody, redact, ...exchange } = recording
  // The name of the world, which a reset changes, says nothing of the exchange.
  const { 'x-sim-world': _, ...responseHeaders } = exchange.responseHeaders
  return {
    ...asked,
    ...exchange,
    responseHeaders,
    requestHeaders: redactHeaders(sentHeaders, redact),
    named: namesIn(sentHeaders, redact),
    requestBody: redact(redactRequest(sentBody)),
    get responseBody() {
      return redact(textOf(rawResponseBody))
    },
    get changes() {
      return changesOf(exchange.written?.changes ?? [], redact)
    },
    observations: [],
    bytes: bytesOf(asked, recording),
  }
}

/** Characters of a request id; a longer one is cut. */
const MAX_REQUEST_ID = 200

function namesIn(headers: readonly string[], redact: Redactor): Exchange['named'] {
  const requestId = valueOf(headers, 'x-request-id')
  const traceId = /^[\da-f]{2}-([\da-f]{32})-/.exec(valueOf(headers, 'traceparent') ?? '')?.[1]
  return {
    ...(requestId !== undefined && { requestId: redact(requestId).slice(0, MAX_REQUEST_ID) }),
    ...(traceId !== undefined && { traceId: redact(traceId) }),
  }
}

function valueOf(headers: readonly string[], name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) if (headers[at]?.toLowerCase() === name) return headers[at + 1]
  return undefined
}

/** What an exchange takes besides texts of any length, as a heap snapshot of two thousand of them showed. */
export const EXCHANGE_BYTES = 2500

function bytesOf({ query, path }: Asked, recording: Recording): number {
  const { sentHeaders, sentBody, rawResponseBody, hint, nearMisses, written } = recording
  const answered = typeof rawResponseBody === 'string' ? textBytes(rawResponseBody) : rawResponseBody.byteLength
  const texts = textBytes(sentBody) + textBytes([query, path, hint, ...sentHeaders].join(''))
  return EXCHANGE_BYTES + answered + texts + valueBytes(nearMisses) + bytesReplaced(written?.changes ?? [])
}
