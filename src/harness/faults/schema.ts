import { z } from 'zod'
import { isRefusal } from '../../kernel/rule.ts'
import { json, shortName, strict } from '../../kernel/wire.ts'
import { operations } from '../../resources/registry.ts'
import { globMatches } from '../../kernel/glob.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import { type Match, matchSchema } from '../match-schema.ts'
import { kinds } from './kinds.ts'
import { refusalNamed } from './kinds/refuse.ts'

const milliseconds = z.number().min(0).max(86_400_000).optional()
const kindFields: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  kinds.map(({ key, schema }) => [key, schema.optional()]),
)

const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is no header name')
  .refine((name) => !/^(content-length|transfer-encoding|connection|x-sim-.*)$/i.test(name), 'is set by the server')
const headerValue = z
  .string()
  .regex(/^[\t\x20-\x7e\xa0-\xff]*$/, 'is no header value: it has line breaks or letters beyond Latin-1')

/** What a fault does: a delay, a hang, and at most one thing in place of the answer. */
export interface Effect {
  readonly latencyMs: number
  readonly jitterMs: number
  readonly hangs: boolean
  /** `after`: the operation happens, then its answer is replaced. */
  readonly stream: 'before' | 'after'
  readonly replacement: { readonly key: string; readonly value: unknown } | undefined
  readonly body: z.output<typeof json> | undefined
  readonly headers: Readonly<Record<string, string>>
}

const effectShape = strict({
  ...kindFields,
  latency_ms: milliseconds.describe("Delays what follows, on the sandbox's clock; with hang, how long it hangs."),
  jitter_ms: milliseconds.describe('Up to so much more, drawn from the seed.'),
  hang: z.literal(true).optional().describe('Never answers, until latency_ms have passed or the fault is taken away.'),
  body: json.optional().describe('With status.'),
  headers: z.record(headerName, headerValue).optional().describe('With status.'),
  stream: z
    .enum(['before', 'after'])
    .default('before')
    .describe('after: the operation happens, then its answer is replaced.'),
})

const effectSchema = effectShape.transform((effect, context): Effect => {
  if (context.issues.length > 0) return z.NEVER
  const values = new Map<string, unknown>(Object.entries(effect))
  const given = kinds.flatMap(({ key }) => (values.has(key) ? [{ key, value: values.get(key) }] : []))
  const { latency_ms: latencyMs = 0, jitter_ms: jitterMs = 0, hang, stream, body, headers } = effect
  if (given.length > 1)
    context.addIssue(`has ${given.map(({ key }) => key).join(' and ')}: an effect replaces the answer in one way`)
  if (given.length === 0 && hang === undefined && !values.has('latency_ms') && !values.has('jitter_ms'))
    context.addIssue('does nothing')
  if (given[0]?.key !== 'status' && (body !== undefined || headers !== undefined))
    context.addIssue('has a body or headers without a status')
  return { latencyMs, jitterMs, hangs: hang === true, stream, replacement: given[0], body, headers: headers ?? {} }
})

const count = z.int().min(0).max(1_000_000_000)

/** Which of the matching requests are met; nothing means all. */
const whenSchema = strict({
  times: count.optional().describe('The first so many.'),
  after: count.optional().describe('Skips so many.'),
  every: count.min(1).optional().describe('Each so many-th.'),
  probability: z.number().min(0).max(1).optional().describe('Drawn from the seed.'),
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
    .describe('One effect for each match, then none.'),
})

/** Match, when, effect. */
export const faultSchema = strict({
  name: shortName,
  match: matchSchema.default({}),
  when: whenSchema.default({}),
  effect: effectSchema.optional(),
  must_fire: z.boolean().default(false).describe('Reports the fault when it never fired.'),
}).superRefine((fault, context) => {
  if ((fault.effect === undefined) === (fault.when.sequence === undefined)) {
    context.addIssue({ code: 'custom', path: ['effect'], message: 'is given either here or in when.sequence' })
  }
  if (context.issues.length > 0) return
  const reachable = operations.filter((operation) => mayMatch(fault.match, operation))
  if (reachable.length === 0) {
    context.addIssue({ code: 'custom', path: ['match'], message: `can match no operation${nearestPath(fault.match)}` })
  }
  for (const { name, path } of refusalsOf(fault)) {
    if (reachable.some((operation) => refusalNamed(operation, name) !== undefined)) continue
    const refusals = reachable.flatMap((operation) => [...operation.rules].filter(isRefusal))
    const known = new Set(refusals.flatMap((rule) => [rule.id, rule.error]))
    const message = `no operation that matches refuses with "${name}"${didYouMean(name, known)}`
    context.addIssue({ code: 'custom', path, message })
  }
})
export type Fault = z.output<typeof faultSchema>

/** The refusals that a fault names, each with its place. */
const refusalsOf = ({ effect, when }: { effect?: Effect; when: z.output<typeof whenSchema> }) =>
  [
    { effect, path: ['effect'] },
    ...(when.sequence ?? []).map((each, index) => ({ effect: each ?? undefined, path: ['when', 'sequence', index] })),
  ].flatMap(({ effect: { replacement } = {}, path }) =>
    replacement?.key === 'refuse' ? [{ name: String(replacement.value), path: [...path, 'refuse'] }] : [],
  )

function mayMatch(match: Match, { id, method, path }: (typeof operations)[number]): boolean {
  if (match.operation !== undefined && match.operation !== id) return false
  if (match.method !== undefined && match.method !== method) return false
  return (
    match.path === undefined || samplePaths(match.path, path).some((sample) => globMatches(match.path ?? '', sample))
  )
}

/** The operation's path with ids that the glob may be about: its own, with stars standing for nothing, or any. */
function samplePaths(glob: string, path: string): readonly string[] {
  const place = path.split('/').indexOf('{id}')
  const own = glob.split('/')[place]?.replaceAll('*', '') ?? ''
  return ['1', own, ...(glob.match(/\d+/g) ?? [])]
    .filter((id) => /^\d+$/.test(id))
    .map((id) => path.replace('{id}', id))
}

const nearestPath = ({ path }: Match): string =>
  path === undefined
    ? ''
    : didYouMean(
        path,
        operations.map((operation) => operation.path),
      )
