import { jsonpath } from 'json-p3'
import { z } from 'zod'
import { sha256Hex } from '../kernel/secret.ts'
import { type Json, strict } from '../kernel/wire.ts'
import { operationId } from '../resources/operation-id.ts'
import { isSecretHeader, isSecretQuery, mentionsSecret } from './redact.ts'

const MAX_PATTERN = 256
const MAX_DESCENTS = 2

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

/** A path into a body, and the value that one of its nodes is to have. */
export interface BodyCriterion {
  readonly path: string
  readonly value: Json
  /** The values of the nodes that the path leads to. */
  readonly nodesIn: (body: Json) => readonly unknown[]
}

const bodyCriterion = ([path, value]: [string, Json]): BodyCriterion => ({
  path,
  value,
  nodesIn: (body) => nodesAt(path, body),
})

/** The values of the nodes; a query that gives up finds none. */
function nodesAt(path: string, body: Json): readonly unknown[] {
  try {
    return jsonpath.query(path, body).values()
  } catch {
    return []
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
  body: z
    .record(bodyPath, z.json())
    .transform((written) => Object.entries(written).map(bodyCriterion))
    .optional()
    .describe('JSONPath (RFC 9535) to the value that one of its nodes has.'),
})
export type Match = z.output<typeof matchSchema>
