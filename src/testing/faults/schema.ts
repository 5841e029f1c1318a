import { z } from 'zod'
import { shortName } from '../../kernel/names.ts'
import { json, strictObject } from '../../kernel/wire.ts'
import { besideFaultPart, matchSchema, refuseNamesTwice } from '../journal/match-schema.ts'
import type { FaultKind, WrittenHeaders } from './effect.ts'
import { kinds } from './kinds.ts'
import { mayHaveBody } from './kinds/answers.ts'
import { reachableOperations, refusalProblems, unreachable } from './reachability.ts'

const milliseconds = z.number().min(0).max(86_400_000).optional()

/**
 * A field of an effect for each kind, none of which must be given.
 * The first line is what callers see, and a promise: the compiler cannot follow keys through `Object.fromEntries`.
 */
function fieldsOf<Each extends FaultKind>(
  kinds: readonly Each[],
): { [K in Each as K['key']]: z.ZodOptional<K['schema']> }
function fieldsOf(each: readonly FaultKind[]): object {
  return Object.fromEntries(each.map(({ key, text, schema }) => [key, schema.optional().describe(text)]))
}

/** Headers for the next hop alone (RFC 9110, section 7.6.1); Node refuses to send some of them. */
const HOP_BY_HOP = new Set('connection keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '))

/** Bytes of all headers of a fault or a stub: clients take 16 KiB of a response's, and the server adds its own. */
export const MAX_FAULT_HEADER_BYTES = 8 * 1024

const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not a header name')
  .refine((name) => !/^(content-length|x-sim-.*)$/i.test(name), 'is set by the server')
  .refine((name) => !HOP_BY_HOP.has(name.toLowerCase()), 'is about one connection, which the server keeps itself')
const headerValue = z
  .string()
  .regex(/^[\t\x20-\x7e]*$/, 'is not a header value: it has line breaks or letters beyond ASCII')

/** On the wire, where a character is one byte. */
export const headerBytes = (headers: WrittenHeaders): number =>
  Object.entries(headers)
    .flatMap(([name, written]) => [written].flat().map((value) => name.length + value.length + 4))
    .reduce((sum, bytes) => sum + bytes, 0)

/** Headers that a fault or a stub answers with. */
export const replyHeaders = z
  .record(headerName, z.union([headerValue, z.array(headerValue).min(1).readonly()]))
  .superRefine((headers, context) => {
    for (const [name, value] of Object.entries(headers))
      if (typeof value !== 'string' && name.toLowerCase() !== 'set-cookie')
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'is a list, as only Set-Cookie may be: write one text',
        })
  })
  .refine(
    (headers) => headerBytes(headers) <= MAX_FAULT_HEADER_BYTES,
    `have more than ${MAX_FAULT_HEADER_BYTES} bytes: clients would not read them`,
  )
  .superRefine(refuseNamesTwice)

/** What is wrong with an answer that a fault or a stub writes: it could not be sent as it is written. */
export function replyProblems(
  status: number,
  { headers = {}, body }: { readonly headers?: WrittenHeaders | undefined; readonly body?: unknown },
): readonly { readonly path: readonly string[]; readonly message: string }[] {
  if (body === undefined) return []
  if (!mayHaveBody(status)) return [{ path: ['body'], message: `is never sent with status ${status}` }]
  return Object.entries(headers).flatMap(([name, value]) => {
    const charset = /^content-type$/i.test(name)
      ? /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(String(value))?.[1]
      : undefined
    return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)
      ? []
      : [
          {
            path: ['headers', name],
            message: `names the charset ${charset}, but bodies are sent as UTF-8: write utf-8`,
          },
        ]
  })
}

const effectShape = strictObject(
  () => ({
    ...fieldsOf(kinds),
    latency_ms: milliseconds.describe("Delays what follows, on the sandbox's clock; with hang, how long it hangs."),
    jitter_ms: milliseconds.describe('Up to so much more, drawn from the seed.'),
    hang: z
      .literal(true)
      .optional()
      .describe('Never answers, until latency_ms have passed or the fault is taken away.'),
    body: json.optional().describe('With status: JSON, or a text.'),
    headers: replyHeaders.optional().describe('With status: headers of the answer.'),
    stream: z
      .enum(['before', 'after'])
      .default('before')
      .describe('after: the operation happens, then its answer is replaced.'),
  }),
  {
    delay: 'latency_ms',
    delay_ms: 'latency_ms',
    wait: 'latency_ms',
    timeout: 'hang',
    error: 'status',
    code: 'status',
    response: 'body',
    json: 'body',
  },
  besideFaultPart('effect'),
)

/** An effect, checked. */
export const effectSchema = effectShape.transform((effect, context) => {
  if (context.issues.length > 0) return z.NEVER
  const values = new Map<string, unknown>(Object.entries(effect))
  const given = kinds.flatMap(({ key }) => (values.has(key) ? [{ key, value: values.get(key) }] : []))
  const { latency_ms: latencyMs = 0, jitter_ms: jitterMs = 0, hang, stream, body, headers } = effect
  if (given.length > 1)
    context.addIssue(
      `has ${given.map(({ key }) => key).join(' and ')}: an effect replaces the answer in one way, keep one of them`,
    )
  if (given[0]?.key !== 'status' && (body !== undefined || headers !== undefined))
    context.addIssue('has a body or headers, no status: add "status": 503')
  else if (given.length === 0 && hang === undefined && !values.has('latency_ms') && !values.has('jitter_ms'))
    context.addIssue('does nothing: name one, such as "status": 503')
  if (given[0]?.key === 'status')
    for (const { path, message } of replyProblems(Number(given[0].value), { headers, body }))
      context.addIssue({ code: 'custom', path: [...path], message })
  return { latencyMs, jitterMs, hangs: hang === true, stream, replacement: given[0], body, headers: headers ?? {} }
})

/** An effect after validation; with `stream` after, the operation happens and then its response is replaced. */
export type Effect = Readonly<z.output<typeof effectSchema>>

const count = z.int().min(0).max(1_000_000_000)

const NEVER = 'meets no request'

/** On which of the matching requests a fault fires; nothing means all. */
const whenSchema = strictObject(
  () => ({
    times: count.min(1, NEVER).optional().describe('Fires on the first so many of the matching requests.'),
    after: count.optional().describe('Skips so many of the matching requests.'),
    every: count
      .min(1)
      .optional()
      .describe('Fires on each so many-th of the matching requests: 3 is the third, the sixth.'),
    probability: z
      .number()
      .gt(0, NEVER)
      .max(1)
      .optional()
      .describe('Fires on so large a share of the matching requests, above 0 and at most 1; drawn from the seed.'),
    between: z
      .tuple([z.number().min(0), z.number().min(0)])
      .refine(([from, to]) => from < to, 'ends before it begins')
      .optional()
      .describe('Seconds since activation, from and to.'),
    sequence: z
      .array(effectSchema.nullable())
      .min(1)
      .max(10_000)
      .optional()
      .describe('One effect for each matching request in turn, null for none; after the last none.'),
  }),
  {
    once: 'times',
    first: 'times',
    count: 'times',
    skip: 'after',
    rate: 'probability',
    chance: 'probability',
  },
  besideFaultPart('when'),
).superRefine(({ times = Infinity, every = 1, sequence }, context) => {
  if (context.issues.length > 0) return
  if (every > times) context.addIssue(`${NEVER}: every is above times, which counts what matches`)
  else if (sequence?.every((effect, at) => effect === null || at >= times || (at + 1) % every !== 0))
    context.addIssue(`${NEVER}: sequence has no effect where one is due`)
})

/** Which requests (match), which of those (when), and what happens (effect). */
export const faultSchema = strictObject(
  () => ({
    name: shortName.describe('How reports, logs and control calls name it.'),
    match: matchSchema
      .default({})
      .describe('The requests that it meets; all given keys must match. Without a match it meets all requests.'),
    when: whenSchema.default({}).describe('On which of the matching requests it fires. Nothing means each.'),
    effect: effectSchema
      .optional()
      .describe('What happens to the request: delays, and at most one thing in place of the answer.'),
    must_fire: z.boolean().default(false).describe('Reports the fault when it never fired.'),
  }),
  { request: 'match', on: 'match', response: 'effect', do: 'effect' },
).superRefine(({ match, when, effect }, context) => {
  const add = (path: PropertyKey[], message: string): void => context.addIssue({ code: 'custom', path, message })
  // An effect under another name, or in another place, is a problem there.
  const isElsewhere = context.issues.some(({ code }) => code === 'unrecognized_keys')
  if (effect === undefined && when.sequence === undefined && !isElsewhere)
    add(['effect'], 'is missing; write what happens, such as {"status": 503}, or effects in turn in when.sequence')
  if (effect !== undefined && when.sequence !== undefined)
    add(['effect'], 'stands here and in when.sequence: keep one of them')
  if (context.issues.length > 0) return
  const reached = reachableOperations(match)
  // What names no operation may meet a stub: that shows only beside the stubs.
  if (reached.length === 0 && match.operation !== undefined) add(['match'], unreachable(match))
  else if (reached.length > 0)
    for (const { path, message } of refusalProblems(reached, refusalsOf(effect, when))) add(path, message)
})
export type Fault = z.output<typeof faultSchema>

/** The refusals that a fault names, each with its place. */
const refusalsOf = (effect: Effect | undefined, { sequence = [] }: z.output<typeof whenSchema>) =>
  [
    { effect, path: ['effect'] },
    ...sequence.map((each, index) => ({ effect: each ?? undefined, path: ['when', 'sequence', index] })),
  ].flatMap(({ effect: { replacement } = {}, path }) =>
    replacement?.key === 'refuse' ? [{ name: String(replacement.value), path: [...path, 'refuse'] }] : [],
  )
