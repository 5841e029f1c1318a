import { TooManyStepsError } from '../../kernel/steps.ts'
import { isJson, type Json } from '../../kernel/wire.ts'
import type { JsonPath } from './json-path.ts'
import type { Candidate } from './match.ts'
import { partsOf } from './request-values.ts'

/** Fills values of a request into what is written: `$request{$.body.id}`. */
export class Filling {
  readonly #request: Candidate
  #document: Json | undefined
  /** Whether values were left out, because they are too large. */
  isCut = false

  /** @param request without secrets, as faults see it; its steps bound what is read of it */
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

  /** A text in which what is not text is JSON. */
  text(written: string): string {
    return inText(this.#text(written))
  }

  /** The values of the request that a path leads to. @throws TooManyStepsError */
  valuesAt(path: JsonPath): readonly Json[] {
    this.#document ??= documentOf(this.#request)
    return path.valuesIn(this.#document, this.#request.steps)
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
    try {
      const [value = null] = this.valuesAt(path)
      this.#request.steps.spend(JSON.stringify(value).length)
      return value
    } catch (error) {
      if (!(error instanceof TooManyStepsError)) throw error
      this.isCut = true
      return null
    }
  }
}

/** A request as `$request{...}` reads it. */
function documentOf({ request, query, body }: Candidate): Json {
  const document: unknown = {
    method: request.method,
    path: request.path.split('/').filter((segment) => segment !== ''),
    query,
    headers: request.requestHeaders,
    body: body ?? (request.requestBody === '' ? null : request.requestBody),
  }
  return isJson(document, -1) ? document : null
}

const inText = (value: Json): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
