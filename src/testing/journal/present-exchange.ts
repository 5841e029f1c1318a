import { isoInstant } from '../../kernel/clock.ts'
import { whyUnparsed } from '../../kernel/json-size.ts'
import { copyOf } from '../../kernel/object.ts'
import type { Exchange, FaultOutcome, RowChange } from './exchange.ts'
import type { NearMiss } from './matched.ts'
import { fingerprint } from './match.ts'
import { redactBody, redactedJson, shallowJson } from './redact.ts'

/** What Node prints an object by. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/** An exchange as the journal, a listener or a page shows it, without secrets. A copy: to change it changes no record. */
export interface ShownExchange {
  readonly id: number
  readonly at: string
  /** In milliseconds of the sandbox's clock. */
  readonly duration_ms: number
  readonly operation: string | null
  readonly user_id: number | null
  readonly api_key: { readonly fingerprint: string; readonly user_id: number | null } | null
  readonly request: ShownRequest
  readonly response: ShownResponse
  readonly basis: Exchange['basis']
  readonly rules: readonly string[]
  readonly hint: string | null
  readonly fault: FaultOutcome | null
  /** The stub that took the request, if one did. */
  readonly stub?: string
  readonly near_misses: readonly NearMiss[]
  /** The rows that it changed, each from first to last. What comes about with time belongs to no exchange. */
  readonly changes: readonly RowChange[]
}

interface ShownRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON where it is JSON, text where it is not or nests too deep, null where there is nothing. */
  readonly body: unknown
  /** Bytes of the body of a request without a known key: such a body is not kept. */
  readonly body_bytes?: number
}

interface ShownResponse {
  /** 0 when there was no response. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Headers and bodies are looked at when they are read: masking their secrets may cost more than the response did. */
export function presentExchange(exchange: Exchange): ShownExchange {
  const { keyDigest, userId, rules, fault, stub, nearMisses, written } = exchange
  const shown: ShownExchange = {
    id: exchange.id,
    at: isoInstant(exchange.startedMs),
    duration_ms: exchange.endedMs - exchange.startedMs,
    operation: exchange.operation,
    user_id: userId,
    api_key: keyDigest === null ? null : { fingerprint: fingerprint(keyDigest), user_id: userId },
    request: new LazyRequest(exchange),
    response: new LazyResponse(exchange),
    basis: exchange.basis,
    rules: [...rules],
    hint: exchange.hint,
    fault: fault && copyOf(fault),
    ...(stub !== undefined && { stub }),
    near_misses: nearMisses.length === 0 ? [] : copyOf(nearMisses),
    changes: [],
  }
  return written === undefined ? shown : Object.defineProperties(shown, lazyChanges(exchange))
}

/** Computed when they are first read, as headers and bodies are, and printed as values too. */
const lazyChanges = (exchange: Exchange): PropertyDescriptorMap & ThisType<ShownExchange> => ({
  changes: {
    configurable: true,
    enumerable: true,
    get() {
      const value = exchange.changes
      Object.defineProperty(this, 'changes', { value })
      return value
    },
  },
  [INSPECT]: {
    value() {
      return Object.assign({}, this)
    },
  },
})

/** JSON where it is JSON, text where it is not or nests too deep, null where there is nothing. */
function asBody(text: string): unknown {
  if (text === '') return null
  const value = shallowJson(text)
  return value === undefined ? text : value
}

const requestBodyOf = ({ requestBody }: Exchange): unknown =>
  whyUnparsed(requestBody) === undefined ? asBody(requestBody) : requestBody

/** Unlike a request's, it may hold secrets besides keys. */
const responseBodyOf = ({ responseBody }: Exchange): unknown =>
  redactedJson(responseBody) ?? asBody(redactBody(responseBody))

/** A part of a shown exchange, which keeps the exchange where nobody can read it. */
class LazyPart {
  readonly #exchange: Exchange

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  /**
   * An own property that is computed when it is first read, and stays: unlike a getter of a class, it is there for
   * JSON, spreads, clones and comparisons. Each is declared once, because a getter in every object takes five times as
   * long to make.
   */
  static lazy(name: string, compute: (exchange: Exchange) => unknown): PropertyDescriptor & ThisType<LazyPart> {
    return {
      configurable: true,
      enumerable: true,
      get() {
        const value = compute(this.#exchange)
        Object.defineProperty(this, name, { value })
        return value
      },
    }
  }

  /** What `console.log` shows in Node: the values, in place of `[Getter]`. */
  [INSPECT](): object {
    return Object.assign({}, this)
  }
}

class LazyRequest extends LazyPart implements ShownRequest {
  static readonly #headers = LazyPart.lazy('headers', ({ requestHeaders }) => requestHeaders)
  static readonly #body = LazyPart.lazy('body', requestBodyOf)
  readonly method: string
  readonly path: string
  readonly query: string
  declare readonly headers: ShownRequest['headers']
  declare readonly body: unknown
  declare readonly body_bytes?: number

  constructor(exchange: Exchange) {
    super(exchange)
    this.method = exchange.method
    this.path = exchange.path
    this.query = exchange.query
    Object.defineProperty(this, 'headers', LazyRequest.#headers)
    Object.defineProperty(this, 'body', LazyRequest.#body)
    if (exchange.omittedBytes > 0) this.body_bytes = exchange.omittedBytes
  }
}

class LazyResponse extends LazyPart implements ShownResponse {
  static readonly #headers = LazyPart.lazy('headers', ({ responseHeaders }) => ({ ...responseHeaders }))
  static readonly #body = LazyPart.lazy('body', responseBodyOf)
  readonly status: number
  declare readonly headers: ShownResponse['headers']
  declare readonly body: unknown

  constructor(exchange: Exchange) {
    super(exchange)
    this.status = exchange.status
    Object.defineProperty(this, 'headers', LazyResponse.#headers)
    Object.defineProperty(this, 'body', LazyResponse.#body)
  }
}
