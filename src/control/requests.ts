import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { filtered, journalFilters } from '../harness/journal-filter.ts'
import { presentExchange } from '../harness/present-exchange.ts'
import { verificationSchema } from '../harness/verify.ts'
import { idInPath } from '../kernel/wire.ts'
import { SteeringError } from '../steering/error.ts'
import { parsed } from '../steering/parsed.ts'
import { verifyRequests } from '../steering/verify.ts'
import { listInTurns } from './in-turns.ts'
import { readControl } from './read.ts'

/** The journal: what was asked, and what was answered. */
export const requestControl = new Hono<Env>()
  .get('/requests', async (c) => {
    const filter = parsed(journalFilters, c.req.query())
    const { journal } = c.env.sandbox.world
    const { dropped } = journal
    const requests = await listInTurns(filtered(journal, filter), presentExchange)
    return c.body(`{"dropped":${dropped},"requests":${requests}}`, 200, { 'Content-Type': 'application/json' })
  })
  .delete('/requests', (c) => {
    c.env.sandbox.world.journal.clear()
    return c.json({ cleared: true })
  })
  .get('/requests/:id', (c) => {
    const id = idInPath.safeParse(c.req.param('id'))
    const exchange = id.success ? c.env.sandbox.world.journal.find(id.data) : undefined
    if (exchange === undefined) throw new SteeringError('not_found', `the journal has no exchange ${c.req.param('id')}`)
    return c.json(presentExchange(exchange))
  })
  .post('/requests/verify', async (c) => {
    const wanted = await readControl(c, verificationSchema)
    return c.json(verifyRequests(c.env.sandbox, wanted))
  })
