import { globMatches } from '../kernel/glob.ts'
import { isJson, type Json } from '../kernel/wire.ts'
import type { Matched, Miss } from './exchange.ts'
import type { Match } from './match-schema.ts'

const MAX_PATH = 2048

/** How many criteria a match has. */
export const criteriaOf = ({ headers = {}, query = {}, body = [], ...single }: Match): number =>
  [single, headers, query, body].reduce((sum, criteria) => sum + Object.keys(criteria).length, 0)

/** The criteria that do not hold for a request; none means that it matches. */
export function misses(match: Match, request: Matched): readonly Miss[] {
  const found: Miss[] = []
  const check = (criterion: string, expected: unknown, actual: unknown, holds = expected === actual): void => {
    if (!holds) found.push({ criterion, expected, actual })
  }
  if (match.operation !== undefined) check('operation', match.operation, request.operation)
  if (match.method !== undefined) check('method', match.method, request.method)
  if (match.path !== undefined)
    check('path', match.path, request.path, globMatches(match.path, request.path.slice(0, MAX_PATH)))
  if (match.user_id !== undefined) check('user_id', match.user_id, request.userId)
  if (match.api_key !== undefined)
    check('api_key', fingerprint(match.api_key), request.keyDigest && fingerprint(request.keyDigest))
  for (const [name, value] of Object.entries(match.headers ?? {})) {
    check(`headers.${name}`, value, headerOf(request, name))
  }
  if (match.query !== undefined) {
    const query = new URLSearchParams(request.query)
    for (const [name, value] of Object.entries(match.query)) check(`query.${name}`, value, query.get(name))
  }
  if (match.body !== undefined) checkBody(match.body, request.requestBody, check)
  return found
}

const headerOf = ({ requestHeaders }: Matched, name: string): string | null =>
  Object.hasOwn(requestHeaders, name.toLowerCase()) ? (requestHeaders[name.toLowerCase()] ?? null) : null

type Check = (criterion: string, expected: unknown, actual: unknown, holds: boolean) => void

function checkBody(expected: NonNullable<Match['body']>, text: string, check: Check): void {
  const body = parsed(text)
  for (const { path, value, nodesIn } of expected) {
    const values = body === undefined ? [] : nodesIn(body)
    const holds = values.some((each) => isSame(each, value))
    check(`body.${path}`, value, values.length === 1 ? values[0] : values, holds)
  }
}

/** Whether two JSON values are one: an object's keys have no order. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const parts = new Map(Object.entries(other))
  const own = Object.entries(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    own.length === parts.size &&
    own.every(([key, part]) => parts.has(key) && isSame(part, parts.get(key)))
  )
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What is shown of an API key: enough to tell two apart. */
export const fingerprint = (digest: string): string => digest.slice(0, 8)
