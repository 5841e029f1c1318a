import { type Body, textOf } from '../../kernel/json-bytes.ts'
import { textBytes, valueBytes } from '../../kernel/memory-size.ts'
import { isObject } from '../../kernel/object.ts'
import { bytesReplaced, type ChangedRow } from '../../marketplace/tables.ts'
import { rowAsExported } from '../fixtures/export.ts'
import type { Exchange, RowChange } from './exchange.ts'
import { redactedJson, type Redactor, redactHeaders, redactRequest } from './redact.ts'

/** What an exchange is recorded from: some of it may hold secrets. */
interface Recording extends Omit<
  Exchange,
  'requestHeaders' | 'named' | 'requestBody' | 'responseBody' | 'changes' | 'observations' | 'bytes'
> {
  /** Names and values in turn. */
  readonly sentHeaders: readonly string[]
  readonly sentBody: string
  readonly rawResponseBody: Body
  /** A text without the API keys that came with the request. */
  readonly redact: Redactor
}

/** An exchange without secrets: they are taken out of its headers and bodies when somebody reads these. */
export class RecordedExchange implements Exchange {
  readonly id: number
  readonly operation: Exchange['operation']
  readonly userId: Exchange['userId']
  readonly keyDigest: Exchange['keyDigest']
  readonly method: string
  readonly path: string
  readonly query: string
  readonly startedMs: number
  readonly endedMs: number
  readonly realMs: Exchange['realMs']
  readonly omittedBytes: number
  readonly status: number
  readonly basis: Exchange['basis']
  readonly rules: Exchange['rules']
  readonly hint: Exchange['hint']
  readonly fault: Exchange['fault']
  readonly stub: Exchange['stub']
  readonly nearMisses: Exchange['nearMisses']
  readonly written: Exchange['written']
  readonly bytes: number
  before: Exchange['before']
  observations: Exchange['observations'] = []
  readonly #sentHeaders: readonly string[]
  readonly #sentBody: string
  readonly #responseHeaders: Exchange['responseHeaders']
  readonly #responseBody: Body
  readonly #redact: Redactor
  #requestHeaders: Exchange['requestHeaders'] | undefined
  #requestBody: string | undefined

  constructor(recording: Recording) {
    this.id = recording.id
    this.operation = recording.operation
    this.userId = recording.userId
    this.keyDigest = recording.keyDigest
    this.method = recording.method
    this.path = recording.path
    this.query = recording.query
    this.startedMs = recording.startedMs
    this.endedMs = recording.endedMs
    this.realMs = recording.realMs
    this.omittedBytes = recording.omittedBytes
    this.status = recording.status
    this.basis = recording.basis
    this.rules = recording.rules
    this.hint = recording.hint
    this.fault = recording.fault
    this.stub = recording.stub
    this.nearMisses = recording.nearMisses
    this.written = recording.written
    this.bytes = bytesOf(recording)
    this.before = recording.before
    this.#sentHeaders = recording.sentHeaders
    this.#sentBody = recording.sentBody
    this.#responseHeaders = recording.responseHeaders
    this.#responseBody = recording.rawResponseBody
    this.#redact = recording.redact
  }

  get requestHeaders(): Exchange['requestHeaders'] {
    return (this.#requestHeaders ??= redactHeaders(this.#sentHeaders, this.#redact))
  }

  get named(): Exchange['named'] {
    const requestId = valueOf(this.#sentHeaders, 'x-request-id')
    const traceId = /^[\da-f]{2}-([\da-f]{32})-/.exec(valueOf(this.#sentHeaders, 'traceparent') ?? '')?.[1]
    return {
      ...(requestId !== undefined && { requestId: this.#redact(requestId).slice(0, MAX_REQUEST_ID) }),
      ...(traceId !== undefined && { traceId: this.#redact(traceId) }),
    }
  }

  get requestBody(): string {
    return (this.#requestBody ??= this.#redact(redactRequest(this.#sentBody)))
  }

  /** Without the name of the world, which a reset changes and which says nothing of the exchange. */
  get responseHeaders(): Exchange['responseHeaders'] {
    const { 'x-sim-world': _, ...headers } = this.#responseHeaders
    return headers
  }

  get responseBody(): string {
    return this.#redact(textOf(this.#responseBody))
  }

  get changes(): Exchange['changes'] {
    return changesOf(this.written?.changes ?? [], this.#redact)
  }
}

/** The rows that differ as an exported state has them, without secrets: an edit may write what was there. */
const changesOf = (rows: readonly ChangedRow[], redact: Redactor): readonly RowChange[] =>
  rows.flatMap(({ collection, id, ...row }) => {
    const textOf = (of: object | undefined): string =>
      of === undefined ? '' : JSON.stringify(rowAsExported(collection, of))
    const [before, after] = [textOf(row.before), textOf(row.after)]
    return before === after ? [] : [{ collection, id, before: shown(before, redact), after: shown(after, redact) }]
  })

function shown(text: string, redact: Redactor): RowChange['before'] {
  const value = text === '' ? null : redactedJson(redact(text))
  return isObject(value) ? value : null
}

/** Characters of a request id; a longer one is cut. */
const MAX_REQUEST_ID = 200

function valueOf(headers: readonly string[], name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) if (headers[at]?.toLowerCase() === name) return headers[at + 1]
  return undefined
}

/** What an exchange takes besides texts of any length, as a heap snapshot of two thousand of them showed. */
export const EXCHANGE_BYTES = 2500

function bytesOf({
  query,
  path,
  sentHeaders,
  sentBody,
  rawResponseBody,
  hint,
  nearMisses,
  written,
}: Recording): number {
  const answered = typeof rawResponseBody === 'string' ? textBytes(rawResponseBody) : rawResponseBody.byteLength
  const texts = textBytes(sentBody) + textBytes([query, path, hint, ...sentHeaders].join(''))
  const missed = nearMisses.length === 0 ? 0 : valueBytes(nearMisses)
  return EXCHANGE_BYTES + answered + texts + missed + bytesReplaced(written?.changes ?? [])
}
