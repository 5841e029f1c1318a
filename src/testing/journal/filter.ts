import { z } from 'zod'
import { sha256Hex } from '../../kernel/secret.ts'
import { strictObject } from '../../kernel/wire.ts'
import type { Exchange } from './exchange.ts'
import type { Journal } from './journal.ts'
import { fingerprint } from './match.ts'
import { operationId } from '../../marketplace/operation-id.ts'

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
type StatusClass = (typeof statusClasses)[number]

/** Which exchanges of a journal are wanted; all that is given must hold. */
export interface JournalFilter {
  /** e.g. `instances.list` */
  readonly operation?: string
  /** 0 is for those without a response; `5xx` for a class of them. */
  readonly status?: number | StatusClass
  readonly basis?: Exchange['basis']
  /** In clear, or its fingerprint. */
  readonly api_key?: string
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

const statusClass = z.enum(statusClasses, 'is neither a status nor a class of them, such as 5xx')

const filterWith = <N extends z.ZodType<number>>(number: N) =>
  strictObject({
    operation: operationId.optional(),
    status: z
      .union([statusClass, number])
      .optional()
      .describe('A status, or a class such as 5xx. 0 is for those without an answer.'),
    basis: z.enum(['documented', 'assumed', 'injected']).optional(),
    api_key: z.string().optional().describe('The key in clear, or its fingerprint.'),
    since: number.optional().describe('Only exchanges with a higher number.'),
    before: number.optional().describe('Only exchanges with a lower number.'),
    limit: number.optional().describe('The latest that many. Default: 100.'),
  })

/** A filter as a query string writes it. */
export const journalFilters = filterWith(digits)

/** A filter as code writes it. */
export const journalFilter = filterWith(z.int().min(0))

const DEFAULT_LIMIT = 100

export function filtered(journal: Journal, { limit = DEFAULT_LIMIT, ...filter }: JournalFilter): readonly Exchange[] {
  const digest = filter.api_key === undefined ? undefined : sha256Hex(filter.api_key)
  const isWanted = (exchange: Exchange): boolean =>
    (filter.operation === undefined || exchange.operation === filter.operation) &&
    (filter.status === undefined || isOf(exchange.status, filter.status)) &&
    (filter.basis === undefined || exchange.basis === filter.basis) &&
    (filter.since === undefined || exchange.id > filter.since) &&
    (filter.before === undefined || exchange.id < filter.before) &&
    (digest === undefined ||
      exchange.keyDigest === digest ||
      (exchange.keyDigest !== null && fingerprint(exchange.keyDigest) === filter.api_key))
  return latest(journal.entries().filter(isWanted), limit)
}

const isOf = (status: number, wanted: number | StatusClass): boolean =>
  typeof wanted === 'number' ? status === wanted : wanted === `${Math.trunc(status / 100)}xx`

/** By number, because `before` and `since` are: an exchange that was held stands behind later ones. */
function latest(exchanges: readonly Exchange[], limit: number): readonly Exchange[] {
  if (exchanges.length <= limit) return exchanges
  const ids = exchanges.map(({ id }) => id).toSorted((a, b) => b - a)
  const [lowest = Infinity] = ids.slice(0, limit).slice(-1)
  return exchanges.filter(({ id }) => id >= lowest)
}
