import { type Body, textOf } from '../../kernel/json-bytes.ts'
import { textBytes, valueBytes } from '../../kernel/kept-bytes.ts'
import { bytesReplaced } from '../../marketplace/tables.ts'
import type { Exchange } from './exchange.ts'
import { namesIn } from './named-request.ts'
import { changesOf } from './row-changes.ts'
import { type Hide, redactHeaders, redactRequest } from './redact.ts'

/** Who asked for what, without secrets. */
export type Asked = Pick<Exchange, 'operation' | 'userId' | 'keyDigest' | 'method' | 'path' | 'query'>

/** What else an exchange is recorded from: some of it may hold secrets. */
export interface Recording extends Omit<
  Exchange,
  keyof Asked | 'requestHeaders' | 'named' | 'requestBody' | 'responseBody' | 'changes' | 'observations' | 'bytes'
> {
  /** Names and values in turn. */
  readonly sentHeaders: readonly string[]
  readonly sentBody: string
  readonly rawResponseBody: Body
  /** A text without the API keys that came with the request. */
  readonly hide: Hide
}

/** An exchange that takes its secrets out when it is read: most are never read. */
export class RecordedExchange implements Exchange {
  readonly id
  readonly startedMs
  readonly realMs
  readonly operation
  readonly userId
  readonly keyDigest
  readonly method
  readonly path
  readonly query
  readonly status
  readonly basis
  readonly rules
  readonly hint
  readonly fault
  readonly stub
  readonly nearMisses
  readonly omittedBytes
  before: Exchange['before']
  readonly written
  observations: Exchange['observations'] = NOTHING_SEEN
  readonly bytes
  /** Undefined where it is the instant at which it started: most take no time of the clock. */
  readonly #endedMs: number | undefined
  readonly #sentHeaders: Recording['sentHeaders']
  readonly #sentBody: string
  readonly #answerHeaders: Recording['responseHeaders']
  readonly #answered: Body
  readonly #hide: Recording['hide']

  /** In two parts: to put one into the other costs more than all the rest (docs/decisions/where-time-goes.md). */
  constructor(asked: Asked, recording: Recording) {
    this.id = recording.id
    this.startedMs = recording.startedMs
    this.#endedMs = recording.endedMs === recording.startedMs ? undefined : recording.endedMs
    this.realMs = recording.realMs
    this.operation = asked.operation
    this.userId = asked.userId
    this.keyDigest = asked.keyDigest
    this.method = asked.method
    this.path = asked.path
    this.query = asked.query
    this.status = recording.status
    this.#answerHeaders = recording.responseHeaders
    this.basis = recording.basis
    this.rules = recording.rules
    this.hint = recording.hint
    this.fault = recording.fault
    this.stub = recording.stub
    this.nearMisses = recording.nearMisses
    this.omittedBytes = recording.omittedBytes
    this.before = recording.before
    this.written = recording.written
    this.#sentHeaders = recording.sentHeaders
    this.#sentBody = recording.sentBody
    this.#answered = recording.rawResponseBody
    this.#hide = recording.hide
    this.bytes = bytesOf(asked, recording)
  }

  get endedMs(): number {
    return this.#endedMs ?? this.startedMs
  }

  get requestHeaders(): Exchange['requestHeaders'] {
    return redactHeaders(this.#sentHeaders, this.#hide)
  }

  get named(): Exchange['named'] {
    return namesIn(this.#sentHeaders, this.#hide)
  }

  get requestBody(): string {
    return this.#hide(redactRequest(this.#sentBody))
  }

  /** Without the name of the world, which a reset changes: it says nothing of the exchange. */
  get responseHeaders(): Exchange['responseHeaders'] {
    const { 'x-sim-world': _, ...headers } = this.#answerHeaders
    return headers
  }

  get responseBody(): string {
    return this.#hide(textOf(this.#answered))
  }

  get changes(): Exchange['changes'] {
    return this.written === undefined ? NOTHING : changesOf(this.written.changes, this.#hide)
  }
}

const NOTHING: Exchange['changes'] = []
const NOTHING_SEEN: Exchange['observations'] = []

function bytesOf({ query, path }: Asked, recording: Recording): number {
  const { sentHeaders, sentBody, rawResponseBody, hint, nearMisses, written } = recording
  let bytes = EXCHANGE_BYTES + textBytes(sentBody) + textBytes(query) + textBytes(path)
  bytes += typeof rawResponseBody === 'string' ? textBytes(rawResponseBody) : rawResponseBody.byteLength
  if (hint !== null) bytes += textBytes(hint)
  if (nearMisses.length > 0) bytes += valueBytes(nearMisses)
  if (written !== undefined) bytes += bytesReplaced(written.changes)
  // Headers are Latin-1.
  for (const part of sentHeaders) bytes += part.length
  return bytes
}

/** What an exchange takes besides texts of any length, as a heap snapshot of two thousand of them showed. */
export const EXCHANGE_BYTES = 2500
