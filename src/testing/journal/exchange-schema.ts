import { z } from 'zod'
import { strictObject } from '../../kernel/wire.ts'

const headers = z.record(z.string(), z.string())
const body = z.unknown().describe('JSON where it is JSON, text where it is not, null where there is nothing.')
const row = z.record(z.string(), z.unknown()).nullable()

export const rowChange = strictObject({
  collection: z.string(),
  id: z.int(),
  before: row.describe('Null for a row that came.'),
  after: row.describe('Null for a row that went.'),
})

/** An exchange as the journal shows it: the description of `ShownExchange`. */
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
  fault: strictObject({
    name: z.string(),
    effect: z.string(),
    value: z.unknown(),
    outcome: z.enum(['answered', 'spoiled', 'lost', 'delayed']),
    happened: z.boolean().describe('Whether the operation took place all the same.'),
  }).nullable(),
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
