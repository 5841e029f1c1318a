import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../http/env.ts'
import type { Exchange } from '../harness/exchange.ts'
import type { Journal } from '../harness/journal.ts'
import { operationId } from '../harness/match.ts'
import { presentExchange } from '../harness/present-exchange.ts'
import { verificationSchema, verify } from '../harness/verify.ts'
import { sha256Hex } from '../kernel/secret.ts'
import { idInPath, inWords, problems, strict } from '../kernel/wire.ts'
import { ControlError } from './errors.ts'
import { readControl } from './read.ts'

const digits = z
  .string()
  .regex(/^\d{1,15}$/, 'is not a number')
  .transform(Number)

export const journalFilters = strict({
  operation: operationId.optional(),
  status: digits.optional(),
  basis: z.enum(['documented', 'assumed', 'injected']).optional(),
  api_key: z.string().optional().describe('The key in clear, or its fingerprint.'),
  since: digits.optional().describe('Only exchanges with a higher number.'),
  limit: digits.optional().describe('The latest that many. Default: 100.'),
})
type JournalFilters = z.output<typeof journalFilters>

const DEFAULT_LIMIT = 100

/** The journal: what was asked, and what was answered. */
export const requestControl = new Hono<Env>()
  .get('/requests', (c) => {
    const result = journalFilters.safeParse(c.req.query())
    if (!result.success) throw new ControlError('invalid_args', problems(result.error).map(inWords).join('; '))
    const { journal } = c.env.sandbox.world
    return c.json({ dropped: journal.dropped, requests: filtered(journal, result.data).map(presentExchange) })
  })
  .delete('/requests', (c) => {
    c.env.sandbox.world.journal.clear()
    return c.json({ cleared: true })
  })
  .get('/requests/:id', (c) => {
    const id = idInPath.safeParse(c.req.param('id'))
    const exchange = id.success ? c.env.sandbox.world.journal.find(id.data) : undefined
    if (exchange === undefined) throw new ControlError('not_found', `the journal has no exchange ${c.req.param('id')}`)
    return c.json(presentExchange(exchange))
  })
  .post('/requests/verify', async (c) =>
    c.json(verify(c.env.sandbox.world.journal, await readControl(c, verificationSchema))),
  )

function filtered(journal: Journal, { limit = DEFAULT_LIMIT, ...filters }: JournalFilters): readonly Exchange[] {
  const digest = filters.api_key === undefined ? undefined : sha256Hex(filters.api_key)
  const wanted = (exchange: Exchange): boolean =>
    (filters.operation === undefined || exchange.operation === filters.operation) &&
    (filters.status === undefined || exchange.status === filters.status) &&
    (filters.basis === undefined || exchange.basis === filters.basis) &&
    (filters.since === undefined || exchange.id > filters.since) &&
    (digest === undefined || exchange.keyDigest === digest || exchange.keyDigest?.slice(0, 8) === filters.api_key)
  return limit === 0 ? [] : journal.entries().filter(wanted).slice(-limit)
}
