import { whyUnparsed } from '../../kernel/json-size.ts'
import { isObject } from '../../kernel/object.ts'
import { withinSteps } from '../../kernel/steps.ts'
import { isJson, type Json } from '../../kernel/wire.ts'
import { type JsonPath, jsonPath, MAX_PATTERN, whyNoPath } from './json-path.ts'
import { fillText, namesIn } from '../text-values.ts'
import type { Candidate } from './match.ts'
import { isSecretName } from './secret-names.ts'

/** `$request{$.body.id}` stands for a value of the request, `$$request{` for the text `$request{`. */
const REFERENCE = /\$\$request\{|\$request\{([^{}]*)\}/g

/** Values of the request in one answer. */
const MAX_REFERENCES = 100

const ROOT = /^\$\.(?:method|path|query|headers|body)(?![\w-])/

/** What is wrong with the values of the request in what is written, each problem with its place. */
export function valueProblems(
  written: object,
): readonly { readonly path: readonly string[]; readonly message: string }[] {
  const texts = textsIn(written, [])
  const count = texts.reduce((sum, { text }) => sum + namesIn(text, REFERENCE).length, 0)
  if (count > MAX_REFERENCES)
    return [{ path: [], message: `takes more than ${MAX_REFERENCES} values from the request` }]
  return texts.flatMap(({ path, text }) => referenceProblems(text).map((message) => ({ path, message })))
}

/** Every text that may hold a value of the request, with its place. */
function textsIn(
  value: unknown,
  path: readonly string[],
): readonly { readonly path: readonly string[]; readonly text: string }[] {
  if (typeof value === 'string') return value.includes('$request{') ? [{ path, text: value }] : []
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, [...path, name]))
}

/** What is wrong with the values that a text takes from the request. */
function referenceProblems(text: string): readonly string[] {
  const problems = namesIn(text, REFERENCE).flatMap((path) => {
    const why = whyNoReference(path)
    return why === undefined ? [] : [`$request{${path}} ${why}`]
  })
  const isOpen = text.replaceAll(REFERENCE, '').includes('$request{')
  return isOpen
    ? [...problems, '$request{ is not closed, or has a brace in it; as a text it is written $$request{']
    : problems
}

/** Why a path leads to nothing of a request. */
export function whyNoReference(path: string): string | undefined {
  if (path.length <= MAX_PATTERN && !ROOT.test(path))
    return 'begins with none of $.method, $.path, $.query, $.headers, $.body'
  const why = whyNoPath(path)
  if (why !== undefined) return why
  const { names } = jsonPath(path)
  if (names.some(isSecretName)) return 'names a secret, which is masked before it could be read'
  const isMisspelt = names[0] === 'headers' && names.some((name) => name !== name.toLowerCase())
  return isMisspelt ? 'names no header: their names are in lower case here' : undefined
}

/** Fills values of a request into what is written: `$request{$.body.id}`. */
export class Filling {
  readonly #request: Candidate
  #document: Json | undefined
  /** Whether values were left out, because they are too large. */
  isCut = false
  #whyUnparsed: string | undefined

  /** @param request without secrets, as faults see it; its steps bound what is read of it */
  constructor(request: Candidate) {
    this.#request = request
  }

  /** Why values were left out; undefined where none were. */
  get leftOut(): string | undefined {
    if (this.isCut) return 'the request is too large'
    return this.#whyUnparsed && `the body ${this.#whyUnparsed}`
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
    return text.includes('$request{')
      ? fillText(text, REFERENCE, (path) => this.#valueAt(jsonPath(path)), inText)
      : text
  }

  /** The first value that a path leads to; null where there is none. */
  #valueAt(path: JsonPath): Json {
    if (path.names[0] === 'body') this.#whyUnparsed ??= whyUnparsed(this.#request.request.requestBody)
    const found = withinSteps(() => {
      const [value = null] = this.valuesAt(path)
      this.#request.steps.spend(JSON.stringify(value).length)
      return value
    })
    this.isCut ||= found === undefined
    return found ?? null
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
