import { jsonpath, type JSONValue } from 'json-p3'
import { z } from 'zod'
import { globMatches } from '../kernel/glob.ts'
import { didYouMean } from '../kernel/nearest.ts'
import { sha256Hex } from '../kernel/secret.ts'
import { isShallow, json, strict } from '../kernel/wire.ts'
import { operations } from '../resources/registry.ts'
import type { Matched, Miss } from './exchange.ts'
import { isSecretHeader, isSecretQuery, mentionsSecret } from './redact.ts'

const operationIds = new Set(operations.map((operation) => operation.id))
const MAX_PATTERN = 256
const MAX_DESCENTS = 2
const MAX_PATH = 2048

export const operationId = z.string().refine((id) => operationIds.has(id), {
  error: ({ input }) => `there is no operation "${String(input)}"${didYouMean(String(input), operationIds)}`,
})

const pathGlob = z
  .string()
  .max(MAX_PATTERN)
  .refine((glob) => glob.startsWith('/'), 'is no path: it starts with /')

const bodyPath = z
  .string()
  .max(MAX_PATTERN)
  .refine(
    (path) => !/\b(match|search)\s*\(/.test(path),
    'match() and search() are not available: a pattern could take forever',
  )
  .refine(
    (path) => (path.match(/\.\./g) ?? []).length <= MAX_DESCENTS,
    `has more than ${MAX_DESCENTS} descents (..): it could take forever`,
  )
  .refine(compiles, 'is no JSONPath (RFC 9535)')
  .refine((path) => !mentionsSecret(path), 'names a secret, which is masked before it could match')

function compiles(path: string): boolean {
  try {
    jsonpath.compile(path)
    return true
  } catch {
    return false
  }
}

/** A name whose value is a secret is masked before anything is compared. */
const unsecret = (isSecret: (name: string) => boolean) =>
  z.string().refine((name) => !isSecret(name), 'is a secret, which is masked before it could match: use api_key')

/** Which requests are meant; what is given must all hold. */
export const matchSchema = strict({
  operation: operationId.optional(),
  method: z
    .string()
    .transform((method) => method.toUpperCase())
    .optional(),
  path: pathGlob.optional().describe('A glob: * within a segment, ** across segments.'),
  api_key: z
    .string()
    .transform((key) => sha256Hex(key))
    .optional()
    .describe('The key in clear; only its digest is kept.'),
  user_id: z.int().optional(),
  headers: z.record(unsecret(isSecretHeader), z.string()).optional(),
  query: z.record(unsecret(isSecretQuery), z.string()).optional(),
  body: z.record(bodyPath, z.json()).optional().describe('JSONPath (RFC 9535) to the value that one of its nodes has.'),
})
export type Match = z.output<typeof matchSchema>

/** How many criteria a match has. */
export const criteriaOf = ({ headers = {}, query = {}, body = {}, ...single }: Match): number =>
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
  for (const [path, value] of Object.entries(expected)) {
    const values = body === undefined ? [] : nodesAt(path, body)
    const wanted = JSON.stringify(value)
    const holds = values.some((each) => JSON.stringify(each) === wanted)
    check(`body.${path}`, value, values.length === 1 ? values[0] : values, holds)
  }
}

/** The values of the nodes; a query that gives up finds none. */
function nodesAt(path: string, body: JSONValue): readonly JSONValue[] {
  try {
    return jsonpath.query(path, body).values()
  } catch {
    return []
  }
}

function parsed(text: string) {
  const value = tryJson(text)
  const result = json.safeParse(isShallow(value) ? value : undefined)
  return result.success ? result.data : undefined
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is shown of an API key: enough to tell two apart. */
export const fingerprint = (digest: string): string => digest.slice(0, 8)
