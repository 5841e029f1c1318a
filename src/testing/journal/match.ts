import { pathMatches } from '../../kernel/glob.ts'
import { whyUnparsed } from '../../kernel/json-size.ts'
import { fieldOf } from '../../kernel/object.ts'
import { queryParameters } from '../../kernel/query-parameters.ts'
import { type Steps, TooManyStepsError } from '../../kernel/steps.ts'
import { isJson, type Json } from '../../kernel/wire.ts'
import type { Matched, Miss } from './matched.ts'
import type { BodyCriterion, Match } from './match-schema.ts'

export const MAX_PATH = 2048

/** What a near miss says of a criterion that there were no steps left to look at: it counts as one that does not hold. */
export const TOO_LARGE = 'too large to be looked at'

/** How many criteria a match has. */
export const criteriaOf = ({ headers = {}, query = {}, body = [], ...single }: Match): number =>
  [single, headers, query, body].reduce((sum, criteria) => sum + Object.keys(criteria).length, 0)

/** A request that several matches look at: what they read of it is parsed once, and all of them spend the same steps. */
export class Candidate {
  readonly request: Matched
  readonly steps: Steps
  #query: Readonly<Record<string, string>> | undefined
  #body: { readonly json: Json | undefined } | undefined

  constructor(request: Matched, steps: Steps) {
    this.request = request
    this.steps = steps
  }

  /** The criteria that do not hold; none means that it matches. */
  misses(match: Match): readonly Miss[] {
    const missed = missesBesideBody(match, this)
    return match.body === undefined ? missed : [...missed, ...missesInBody(match, this)]
  }

  get query(): Readonly<Record<string, string>> {
    return (this.#query ??= queryParameters(this.request.query))
  }

  /** Undefined where it is not JSON. @throws TooManyStepsError */
  get body(): Json | undefined {
    // To take the secrets out of a body costs more than to find that there are no steps left.
    this.steps.spend(1)
    if (this.#body === undefined) {
      const { requestBody } = this.request
      this.steps.spend(requestBody.length)
      this.#body = { json: parsed(requestBody) }
    }
    return this.#body.json
  }
}

export const isTooLarge = ({ actual }: Miss): boolean => actual === TOO_LARGE

/** The criteria that need no body read. */
export function missesBesideBody(match: Match, candidate: Candidate): readonly Miss[] {
  const { request, steps } = candidate
  const found: Miss[] = []
  const check = (criterion: string, expected: unknown, actual: unknown, holds = expected === actual): void => {
    if (!holds) found.push({ criterion, expected, actual })
  }
  if (match.operation !== undefined) check('operation', match.operation, request.operation)
  if (match.method !== undefined) check('method', match.method, request.method)
  if (match.path !== undefined) found.push(...missInPath(match.path, request.path, steps))
  if (match.user_id !== undefined) check('user_id', match.user_id, request.userId)
  if (match.api_key !== undefined)
    check('api_key', fingerprint(match.api_key), request.keyDigest && fingerprint(request.keyDigest))
  if (match.headers !== undefined) {
    const { requestHeaders } = request
    for (const [name, value] of Object.entries(match.headers))
      check(`headers.${name}`, value, headerOf(requestHeaders, name))
  }
  if (match.query !== undefined)
    for (const [name, value] of Object.entries(match.query))
      check(`query.${name}`, value, fieldOf(candidate.query, name) ?? null)
  return found
}

const headerOf = (headers: Matched['requestHeaders'], name: string): string | null =>
  Object.hasOwn(headers, name.toLowerCase()) ? (headers[name.toLowerCase()] ?? null) : null

function missInPath(glob: string, path: string, steps: Steps): readonly Miss[] {
  const holds = withinSteps(() => pathMatches(glob, path.slice(0, MAX_PATH), steps))
  if (holds === true) return []
  return [{ criterion: 'path', expected: glob, actual: holds === undefined ? TOO_LARGE : path }]
}

export const missesInBody = ({ body = [] }: Match, candidate: Candidate): readonly Miss[] =>
  body.flatMap((criterion) => missAt(criterion, candidate))

function missAt({ path, value, valuesIn }: BodyCriterion, candidate: Candidate): readonly Miss[] {
  const { steps } = candidate
  const found = withinSteps(() => {
    const { body } = candidate
    const values = body === undefined ? [] : valuesIn(body, steps)
    return { values, holds: values.some((each) => isSame(each, value, steps)) }
  })
  if (found?.holds === true) return []
  const actual = found === undefined ? TOO_LARGE : found.values.length === 1 ? found.values[0] : found.values
  return [{ criterion: `body.${path}`, expected: value, actual }]
}

/** Undefined where the steps ran out. */
function withinSteps<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (error instanceof TooManyStepsError) return undefined
    throw error
  }
}

/** Whether two JSON values are one: an object's keys have no order. */
function isSame(one: Json, other: Json, steps: Steps): boolean {
  steps.spend(1)
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const parts = new Map(Object.entries(other))
  const own = Object.entries(one)
  steps.spend(own.length + parts.size)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    own.length === parts.size &&
    own.every(([key, part]) => {
      const its = parts.get(key)
      return its !== undefined && isSame(part, its, steps)
    })
  )
}

/** What no operation takes, no criterion is looked up in. */
function parsed(text: string): Json | undefined {
  if (whyUnparsed(text) !== undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What is shown of an API key: enough to tell two apart. */
export const fingerprint = (digest: string): string => digest.slice(0, 8)
