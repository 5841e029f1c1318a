import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { TooManyStepsError } from '../../kernel/steps.ts'
import { isJson, type Json } from '../../kernel/wire.ts'
import type { Reply } from '../faults/effect.ts'
import { statusReply } from '../faults/kinds/status.ts'
import { headerBytes, MAX_FAULT_HEADER_BYTES } from '../faults/schema.ts'
import type { JsonPath } from '../journal/json-path.ts'
import type { Candidate } from '../journal/match.ts'
import { partsOf, referencesIn } from './request-values.ts'
import type { Stub } from './schema.ts'

type Answer = Stub['answer']

/** The answer of a stub to one request. */
export interface StubReply {
  readonly reply: Reply
  /** Whether values of the request were left out, because they are too large. */
  readonly isCut: boolean
}

/** @param request without secrets, as faults see it; its steps bound what is read of it */
export function replyOf(answer: Answer, request: Candidate): StubReply {
  const { status, headers, body } = answer
  if (!readsRequest(answer)) return { reply: statusReply(status, { headers, body }), isCut: false }
  const filling = new Filling(request)
  const filled = { headers: filling.headers(headers), body: body === undefined ? body : filling.value(body) }
  return { reply: statusReply(status, filled), isCut: filling.isCut }
}

const readsRequest = memoizeByObject(
  ({ headers, body }: Answer) => referencesIn(JSON.stringify([Object.values(headers), body])).length > 0,
)

class Filling {
  readonly #request: Candidate
  #read: Json | undefined
  isCut = false

  constructor(request: Candidate) {
    this.#request = request
  }

  /** A text that is nothing but a value of the request takes it with its type. */
  value(written: Json): Json {
    if (typeof written === 'string') return this.#text(written)
    if (Array.isArray(written)) return written.map((each) => this.value(each))
    if (typeof written !== 'object' || written === null) return written
    return Object.fromEntries(Object.entries(written).map(([name, each]) => [name, this.value(each)]))
  }

  /** Header values are printable ASCII in one line; all together are no longer than written ones may be. */
  headers(written: Answer['headers']): Answer['headers'] {
    const filled = Object.fromEntries(
      Object.entries(written).map(([name, text]) => [
        name,
        text.includes('$request{') ? inText(this.#text(text)).replaceAll(/[^\x20-\x7e]+/g, '?') : text,
      ]),
    )
    if (headerBytes(filled) <= MAX_FAULT_HEADER_BYTES) return filled
    this.isCut = true
    return Object.fromEntries(Object.entries(written).filter(([, text]) => !text.includes('$request{')))
  }

  #text(text: string): Json {
    if (!text.includes('$request{')) return text
    const parts = partsOf(text)
    const [first] = parts
    if (parts.length === 1 && first !== undefined && typeof first !== 'string') return this.#valueAt(first)
    return parts.map((part) => (typeof part === 'string' ? part : inText(this.#valueAt(part)))).join('')
  }

  /** The first value that a path leads to; null where there is none. */
  #valueAt(path: JsonPath): Json {
    const { steps } = this.#request
    try {
      this.#read ??= documentOf(this.#request)
      const [value = null] = path.valuesIn(this.#read, steps)
      steps.spend(JSON.stringify(value).length)
      return value
    } catch (error) {
      if (!(error instanceof TooManyStepsError)) throw error
      this.isCut = true
      return null
    }
  }
}

/** A request as `$request{...}` reads it. The first of several query parameters of one name counts. */
function documentOf({ request, query, body }: Candidate): Json {
  const document: unknown = {
    method: request.method,
    path: request.path.split('/').filter((segment) => segment !== ''),
    query: Object.fromEntries([...query].toReversed()),
    headers: request.requestHeaders,
    body: body ?? (request.requestBody === '' ? null : request.requestBody),
  }
  return isJson(document, -1) ? document : null
}

const inText = (value: Json): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
