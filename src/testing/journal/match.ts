import { pathMatches } from '../../kernel/glob.ts'
import { whyUnparsed } from '../../kernel/json-size.ts'
import { fieldOf } from '../../kernel/object.ts'
import { queryParameters } from '../../kernel/query-parameters.ts'
import { type Steps, withinSteps } from '../../kernel/steps.ts'
import type { Json } from '../../kernel/wire.ts'
import { isAbsent, type Match } from './match-schema.ts'
import { shallowJson } from './redact.ts'

/** A request as a match looks at it, without secrets. */
export interface Matched {
  /** Null when no operation took the request. */
  readonly operation: string | null
  readonly userId: number | null
  /** SHA-256 of the API key. */
  readonly keyDigest: string | null
  readonly method: string
  readonly path: string
  readonly query: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string
}

/** A criterion that did not hold. */
export interface Miss {
  readonly criterion: string
  readonly expected: unknown
  readonly actual: unknown
}

/** A fault or a stub that nearly met a request. */
export interface NearMiss {
  readonly fault?: string
  readonly stub?: string
  readonly missed: readonly Miss[]
}

const MAX_PATH = 2048

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
      // A body that no operation takes is no JSON for a criterion, either.
      this.#body = { json: whyUnparsed(requestBody) === undefined ? shallowJson(requestBody) : undefined }
    }
    return this.#body.json
  }
}

export const isTooLarge = ({ actual }: Miss): boolean => actual === TOO_LARGE

type Criterion = readonly [criterion: string, expected: unknown, actual: unknown]

/** The criteria that need no body read. */
export function missesBesideBody(match: Match, candidate: Candidate): readonly Miss[] {
  const { request } = candidate
  const { operation, method, path, user_id, api_key, headers = {}, query = {} } = match
  const criteria: readonly Criterion[] = [
    ['operation', operation, request.operation],
    ['method', method, request.method],
    ['path', path, path && pathAsMatched(path, candidate)],
    ['user_id', user_id, request.userId],
    ['api_key', api_key && fingerprint(api_key), request.keyDigest && fingerprint(request.keyDigest)],
    ...Object.entries(headers).map(([name, value]): Criterion => [
      `headers.${name}`,
      value,
      fieldOf(request.requestHeaders, name.toLowerCase()) ?? null,
    ]),
    ...Object.entries(query).map(([name, value]): Criterion => [
      `query.${name}`,
      value,
      fieldOf(candidate.query, name) ?? null,
    ]),
  ]
  return criteria
    .filter(([, expected, actual]) => expected !== undefined && expected !== actual)
    .filter(([, expected, actual]) => !(actual === null && isAbsent(expected)))
    .map(([criterion, expected, actual]) => ({ criterion, expected, actual }))
}

/** The glob where the path fits it, else the path. */
function pathAsMatched(glob: string, { request: { path }, steps }: Candidate): string {
  const isMatched = withinSteps(() => pathMatches(glob, path.slice(0, MAX_PATH), steps))
  return isMatched === undefined ? TOO_LARGE : isMatched ? glob : path
}

export const missesInBody = ({ body = [] }: Match, candidate: Candidate): readonly Miss[] =>
  body.flatMap((criterion) => missAt(criterion, candidate))

function missAt(criterion: NonNullable<Match['body']>[number], candidate: Candidate): readonly Miss[] {
  const { path, value, valuesIn } = criterion
  const { steps, request } = candidate
  const found = withinSteps(() => {
    const { body } = candidate
    const values = body === undefined ? [] : valuesIn(body, steps)
    // A body that is not JSON may have the field in another form.
    const isKnown = body !== undefined || request.requestBody === ''
    const holds = criterion.isAbsent
      ? isKnown && values.length === 0
      : values.some((each) => isSame(each, value, steps))
    return { values, holds }
  })
  if (found?.holds === true) return []
  const actual = found === undefined ? TOO_LARGE : found.values.length === 1 ? found.values[0] : found.values
  return [{ criterion: `body.${path}`, expected: value, actual }]
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

/** The shown part of an API key: enough to tell two apart. */
export const fingerprint = (digest: string): string => digest.slice(0, 8)
