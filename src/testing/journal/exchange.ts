import { z } from 'zod'
import type { Basis } from '../../kernel/rule.ts'
import { type InputOf, strictObject } from '../../kernel/wire.ts'
import type { Observation } from '../findings/finding.ts'
import type { RowsWritten, WorldBefore } from '../world-state.ts'
import type { Matched, NearMiss } from './match.ts'

const headers = z.record(z.string(), z.string())
const body = z.unknown().describe('JSON where it is JSON, text where it is not, null where there is nothing.')
const row = z.record(z.string(), z.unknown()).nullable()

export const rowChange = strictObject({
  collection: z.string(),
  id: z.int(),
  before: row.describe('Null for a row that came.'),
  after: row.describe('Null for a row that went.'),
})

/** A row that an exchange changed, as a state shows rows, without secrets. */
export type RowChange = InputOf<typeof rowChange>

export const faultOutcome = strictObject({
  name: z.string(),
  effect: z.string(),
  value: z.unknown(),
  outcome: z.enum(['answered', 'spoiled', 'lost', 'delayed']),
  happened: z.boolean().describe('Whether the operation took place all the same.'),
})

/**
 * What a fault did to an exchange. Its `effect` is what took the place of the response or spoiled it; else `delay`, or
 * `hang` where nobody waited for the end of it. Its `value` is as the fault gives it, that of a delay in milliseconds
 * without jitter.
 */
export type FaultOutcome = InputOf<typeof faultOutcome>

/** An exchange as the journal shows it. */
export const shownExchange = strictObject({
  id: z.int(),
  at: z.iso.datetime(),
  duration_ms: z.number().describe("In milliseconds of the sandbox's clock."),
  operation: z.string().nullable(),
  user_id: z.int().nullable(),
  api_key: strictObject({ fingerprint: z.string(), user_id: z.int().nullable() }).nullable(),
  request: strictObject({
    method: z.string(),
    path: z.string(),
    query: z.string(),
    headers,
    body,
    body_bytes: z.int().optional().describe('Bytes of the body of a request without a known key: it is not kept.'),
  }),
  response: strictObject({ status: z.int().describe('0 when there was no response.'), headers, body }),
  basis: z.enum(['documented', 'assumed', 'injected']),
  rules: z.array(z.string()),
  hint: z.string().nullable(),
  fault: faultOutcome.nullable(),
  stub: z.string().optional(),
  near_misses: z.array(
    strictObject({
      fault: z.string().optional(),
      stub: z.string().optional(),
      missed: z.array(strictObject({ criterion: z.string(), expected: z.unknown(), actual: z.unknown() })),
    }),
  ),
  changes: z
    .array(rowChange)
    .describe('The rows that it changed, each from first to last. What comes about with time belongs to no exchange.'),
}).meta({ id: 'Exchange' })

/** One request and its response, without secrets. */
export interface Exchange extends Matched {
  readonly id: number
  /** Unix milliseconds of the sandbox's clock. */
  readonly startedMs: number
  readonly endedMs: number
  /** How long it took in real time, in milliseconds; null where that was not kept. */
  readonly realMs: number | null
  /** Of the headers `X-Request-Id` and `traceparent` (W3C Trace Context; 32 hex digits), where the client sent them. */
  readonly named: { readonly requestId?: string; readonly traceId?: string }
  /** Bytes of the body of a request without a known key: such a body is not kept. */
  readonly omittedBytes: number
  /** 0 when there was no response. */
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: string
  readonly basis: Basis | 'injected'
  readonly rules: readonly string[]
  readonly hint: string | null
  readonly fault: FaultOutcome | null
  /** The stub that took the request. */
  readonly stub: string | undefined
  /** Faults and stubs of which some criteria matched it. */
  readonly nearMisses: readonly NearMiss[]
  /** Undefined where it was not kept. */
  before: WorldBefore | undefined
  /** Undefined where it changed no row. */
  readonly written: RowsWritten | undefined
  /** The rows that it changed, without secrets. */
  readonly changes: readonly RowChange[]
  /** What the detectors saw in it; known once it is over. */
  observations: readonly Observation[]
  /** What keeping it costs, roughly. */
  readonly bytes: number
}
