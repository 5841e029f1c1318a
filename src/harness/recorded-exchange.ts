import type { Body } from '../kernel/json-bytes.ts'
import { textOf } from '../kernel/json-bytes.ts'
import type { Exchange } from './exchange.ts'
import { redactBody, redactHeaders } from './redact.ts'

/** What an exchange is recorded from: some of it may hold secrets. */
export interface Recording extends Omit<Exchange, 'requestHeaders' | 'requestBody' | 'answerBody' | 'bytes'> {
  readonly sentHeaders: readonly (readonly [string, string])[]
  readonly sentBody: string
  readonly answered: Body
  /** A text without the API keys that came with the request. */
  readonly hide: (text: string) => string
}

/** An exchange that takes its secrets out when it is read: most are never read. */
export class RecordedExchange implements Exchange {
  readonly id
  readonly startedMs
  readonly endedMs
  readonly operation
  readonly userId
  readonly keyDigest
  readonly method
  readonly path
  readonly query
  readonly status
  readonly answerHeaders
  readonly basis
  readonly rules
  readonly hint
  readonly fault
  readonly nearMisses
  readonly bytes
  readonly #sentHeaders: Recording['sentHeaders']
  readonly #sentBody: string
  readonly #answered: Body
  readonly #hide: Recording['hide']

  constructor(recording: Recording) {
    this.id = recording.id
    this.startedMs = recording.startedMs
    this.endedMs = recording.endedMs
    this.operation = recording.operation
    this.userId = recording.userId
    this.keyDigest = recording.keyDigest
    this.method = recording.method
    this.path = recording.path
    this.query = recording.query
    this.status = recording.status
    this.answerHeaders = recording.answerHeaders
    this.basis = recording.basis
    this.rules = recording.rules
    this.hint = recording.hint
    this.fault = recording.fault
    this.nearMisses = recording.nearMisses
    this.#sentHeaders = recording.sentHeaders
    this.#sentBody = recording.sentBody
    this.#answered = recording.answered
    this.#hide = recording.hide
    this.bytes = bytesOf(recording)
  }

  get requestHeaders(): Exchange['requestHeaders'] {
    return redactHeaders(this.#sentHeaders, this.#hide)
  }

  get requestBody(): string {
    return this.#hide(redactBody(this.#sentBody))
  }

  get answerBody(): string {
    return this.#hide(textOf(this.#answered))
  }
}

function bytesOf({ sentHeaders, sentBody, answered, query, path, hint }: Recording): number {
  let bytes = FIXED_BYTES + sentBody.length + answered.length + query.length + path.length + (hint?.length ?? 0)
  for (const [name, value] of sentHeaders) bytes += name.length + value.length
  return bytes
}

/** What an exchange takes besides texts of any length, roughly. */
const FIXED_BYTES = 1000
