import { z } from 'zod'
import { fieldOf, isObject } from '../../kernel/object.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import { sha256Hex } from '../../kernel/secret.ts'
import { strictObject } from '../../kernel/wire.ts'
import { operationId } from '../../marketplace/operation-id.ts'
import { jsonPath, MAX_PATTERN, pathText, READ_HERE, whyNoPath } from './json-path.ts'
import { isSecretName } from './secret-names.ts'

/** Paths into a body, and names of headers and of the query, that one match may have. */
export const MAX_CRITERIA = 100

const pathGlob = z
  .string()
  .max(MAX_PATTERN)
  .refine((glob) => glob.startsWith('/'), 'is not a path: it starts with /')
  .refine(
    (glob) => !/[?#]/.test(glob),
    'is not a path: what follows a ? is said by match.query, and ? and # in a path are written %3F and %23',
  )
  .refine(
    (glob) => !/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(glob),
    'has a segment . or .., which no request has: clients resolve them before they send',
  )

const bodyPath = pathText(
  (path) =>
    whyNoPath(path) ??
    (jsonPath(path).names.some(isSecretName) ? 'names a secret, which is masked before it could match' : undefined),
)

/** The value of a secret is masked before anything is compared. */
const openName = z
  .string()
  .refine((name) => !isSecretName(name), 'is a secret, which is masked before it could match: use api_key')

/** Refuses two names of headers that are one: names mean the same in any case. */
export function refuseNamesTwice(headers: object, context: z.RefinementCtx): void {
  const known = new Map<string, string>()
  for (const name of Object.keys(headers)) {
    const earlier = known.get(name.toLowerCase())
    if (earlier !== undefined)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `is the header ${earlier} again: one of a name is sent`,
      })
    known.set(name.toLowerCase(), name)
  }
}

/** In place of a value: the field is missing. */
const absent = strictObject({ absent: z.literal(true).describe('It is missing.') })

export const isAbsent = (value: unknown): boolean =>
  isObject(value) && fieldOf(value, 'absent') === true && Object.keys(value).length === 1

const textOrAbsent = z.union([z.string('is neither a text nor {"absent": true}'), absent])

const isFew = (criteria: object): boolean => Object.keys(criteria).length <= MAX_CRITERIA
const MANY = `has more than ${MAX_CRITERIA} entries`

/** The methods that Node reads. */
const METHODS: ReadonlySet<string> = new Set(
  `ACL BIND CHECKOUT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS PATCH
  POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE`.split(
    /\s+/,
  ),
)

/** Why no request with a method is ever matched. */
function whyNeverSent(method: string): string | undefined {
  if (METHODS.has(method)) return undefined
  if (method === 'CONNECT') return 'is for proxies: the connection is closed before anything is matched'
  return `is no method that servers read: the request gets 400 before anything is matched${didYouMean(method, METHODS)}`
}

/** Advises on a part of a fault that is indented too far. @param part the part that it stands in */
export const besideFaultPart = (part: string) => (key: string) =>
  ['name', 'match', 'when', 'effect', 'must_fire'].includes(key) ? `write ${key} beside ${part}, not in it` : undefined

/** Selects requests: all given conditions must be true. */
export const matchSchema = strictObject(
  () => ({
    operation: operationId.optional().describe('The id of an operation, such as instances.list.'),
    method: z
      .string()
      .regex(/^[A-Za-z-]+$/, 'is not an HTTP method')
      .transform((method) => method.toUpperCase())
      .superRefine((method, context) => {
        const why = whyNeverSent(method)
        if (why !== undefined) context.addIssue(why)
      })
      .optional()
      .describe('The HTTP method, in any case.'),
    path: pathGlob.optional().describe('A glob: * within a segment, ** across segments.'),
    api_key: z
      .string()
      .transform((key) => sha256Hex(key))
      .optional()
      .describe('The key in clear; only its digest is kept.'),
    user_id: z.int().optional().describe('The owner of the key in the request.'),
    headers: z
      .record(openName, textOrAbsent)
      .refine(isFew, MANY)
      .superRefine(refuseNamesTwice)
      .optional()
      .describe('Headers by name, in any case, with their values. {"absent": true}: it is missing.'),
    query: z
      .record(openName, textOrAbsent)
      .refine(isFew, MANY)
      .optional()
      .describe('Parameters of the query, with their values. {"absent": true}: it is missing.'),
    body: z
      .record(bodyPath, z.json())
      .refine(isFew, MANY)
      .transform((written) =>
        Object.entries(written).map(([path, value]) => ({
          path,
          value,
          isAbsent: isAbsent(value),
          valuesIn: jsonPath(path).valuesIn,
        })),
      )
      .optional()
      .describe(
        `JSONPath (RFC 9535: ${READ_HERE}) to the value that one of its nodes has. {"absent": true}: it has none.`,
      ),
  }),
  {},
  besideFaultPart('match'),
)
export type Match = z.output<typeof matchSchema>
