import { z } from 'zod'
import { sha256Hex } from '../../kernel/secret.ts'
import { strictObject } from '../../kernel/wire.ts'
import type { Exchange } from './exchange.ts'
import type { Journal } from './journal.ts'
import { fingerprint } from './match.ts'
import { matchSchema } from './match-schema.ts'
import { statusTest } from './status-filter.ts'
import { MAX_SEARCH, searched } from './text-search.ts'
import type { OperationId, OtherText } from '../documents.ts'
import { operationId } from '../../marketplace/operation-id.ts'
import { shaperId } from '../../marketplace/rule-id.ts'

const shown = ['finding', 'changes', 'fault', 'near-miss'] as const
type Shown = (typeof shown)[number]

/** Which exchanges of a journal are wanted; all that is given must hold. */
export interface JournalFilter {
  /** e.g. `instances.list` */
  readonly operation?: OperationId | OtherText
  /** A status, a class such as `5xx`, a range such as `400-499` or `>=500`, several of these with commas, or none of them: `!200`. 0 is for no response. */
  readonly status?: number | string
  readonly basis?: Exchange['basis']
  /** e.g. `PUT` */
  readonly method?: string
  /** The id of the user who asked. */
  readonly user?: number
  /** The id of a rule that shaped the response, or `fault.` and `stub.` with the name of one. */
  readonly rule?: string
  /** The name of a fault that met the request. */
  readonly fault?: string
  /** What it shows besides: a finding, rows that it changed, a fault, or a near miss. */
  readonly has?: Shown
  /** Words that all stand in the request, the response or what tells why; in double quotes several are one. */
  readonly text?: string
  /** In clear, or its fingerprint. */
  readonly api_key?: string
  /** What the client sent as `X-Request-Id`. */
  readonly request_id?: string
  /** The 32 hex digits of the trace in `traceparent`. */
  readonly trace_id?: string
  /** Only exchanges with a higher number. */
  readonly since?: number
  /** Only exchanges with a lower number. */
  readonly before?: number
  /** The latest so many. Default: 100. */
  readonly limit?: number
}

const digits = z
  .string()
  .regex(/^\d{1,15}$/, 'is not a number')
  .transform(Number)

const NO_STATUS = 'is neither a status, a class such as 5xx, nor a range such as 400-499, >=500 or !200'

const status = z.union([
  z.string(NO_STATUS).refine((text) => statusTest(text) !== undefined, NO_STATUS),
  z.int().min(0).max(999),
])

const filterWith = <N extends z.ZodType<number>>(number: N) =>
  strictObject({
    operation: operationId.optional(),
    status: status
      .optional()
      .describe(
        'A status, a class such as 5xx, a range such as 400-499 or >=500, several with commas, or !200. 0 is for those without an answer.',
      ),
    basis: z.enum(['documented', 'assumed', 'injected']).optional(),
    method: matchSchema.shape.method,
    user: number.optional().describe('The id of the user who asked.'),
    rule: shaperId
      .optional()
      .describe('The id of a rule that shaped the answer, or fault. and stub. with the name of one.'),
    fault: z.string().optional().describe('The name of a fault that met it.'),
    has: z.enum(shown).optional().describe('Only exchanges with a finding, changed rows, a fault, or a near miss.'),
    text: z
      .string()
      .max(MAX_SEARCH)
      .optional()
      .describe('Words that all stand in the request, the answer or what tells why; several in double quotes are one.'),
    api_key: z.string().optional().describe('The key in clear, or its fingerprint.'),
    request_id: z.string().optional().describe('What the client sent as X-Request-Id.'),
    trace_id: z
      .string()
      .regex(/^[\da-f]{32}$/, 'is not the 32 hex digits of a trace')
      .optional()
      .describe('The trace in the traceparent that the client sent: 32 hex digits.'),
    since: number.optional().describe('Only exchanges with a higher number.'),
    before: number.optional().describe('Only exchanges with a lower number.'),
    limit: number.optional().describe('The latest that many. Default: 100.'),
  })

/** A filter as a query string writes it. */
export const journalFilters = filterWith(digits)

/** A filter as code writes it. */
export const journalFilter = filterWith(z.int().min(0))

const DEFAULT_LIMIT = 100

/** The exchanges that a filter means. */
export function filtered(journal: Journal, filter: JournalFilter): readonly Exchange[] {
  const { limit = DEFAULT_LIMIT, text = '', ...criteria } = filter
  return latest(searched(meeting(journal, criteria), text), limit)
}

function meeting(journal: Journal, filter: Omit<JournalFilter, 'limit' | 'text'>): readonly Exchange[] {
  const digest = filter.api_key === undefined ? undefined : sha256Hex(filter.api_key)
  const isStatus = filter.status === undefined ? undefined : statusTest(String(filter.status))
  const isWanted = (exchange: Exchange): boolean =>
    (filter.operation === undefined || exchange.operation === filter.operation) &&
    (isStatus === undefined || isStatus(exchange.status)) &&
    (filter.basis === undefined || exchange.basis === filter.basis) &&
    (filter.method === undefined || exchange.method === filter.method) &&
    (filter.user === undefined || exchange.userId === filter.user) &&
    (filter.rule === undefined || exchange.rules.includes(filter.rule)) &&
    (filter.fault === undefined || exchange.fault?.name === filter.fault) &&
    (filter.has === undefined || shows(exchange, filter.has)) &&
    (filter.request_id === undefined || exchange.named.requestId === filter.request_id) &&
    (filter.trace_id === undefined || exchange.named.traceId === filter.trace_id) &&
    (filter.since === undefined || exchange.id > filter.since) &&
    (filter.before === undefined || exchange.id < filter.before) &&
    (digest === undefined ||
      exchange.keyDigest === digest ||
      (exchange.keyDigest !== null && fingerprint(exchange.keyDigest) === filter.api_key))
  return journal.entries().filter(isWanted)
}

/** Of a recorded exchange the changes are computed when they are read, and only where it wrote. */
export const hasChanges = (exchange: Exchange): boolean => exchange.written !== undefined || exchange.changes.length > 0

function shows(exchange: Exchange, what: Shown): boolean {
  if (what === 'finding') return exchange.observations.length > 0
  if (what === 'changes') return hasChanges(exchange)
  return what === 'fault' ? exchange.fault !== null : exchange.nearMisses.length > 0
}

/** By number, because `before` and `since` are: an exchange that was held stands behind later ones. */
function latest(exchanges: readonly Exchange[], limit: number): readonly Exchange[] {
  if (exchanges.length <= limit) return exchanges
  const ids = exchanges.map(({ id }) => id).toSorted((a, b) => b - a)
  const [lowest = Infinity] = ids.slice(0, limit).slice(-1)
  return exchanges.filter(({ id }) => id >= lowest)
}
