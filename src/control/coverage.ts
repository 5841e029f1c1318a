import { Hono } from 'hono'
import { expectedFindings } from '../harness/expected-findings.ts'
import { findingsIn } from '../harness/findings.ts'
import { silentIn, Tally } from '../harness/tally.ts'
import type { Env } from '../http/env.ts'
import type { Sandboxes } from '../sandboxes.ts'
import { expectedIn, expectFindings } from '../steering/expect-findings.ts'
import { readControl } from './read.ts'

/** What was exercised, and what the client should not have done: in one sandbox, or in the whole run. */
export const coverageControl = (sandboxes: Sandboxes) =>
  new Hono<Env>()
    .get('/coverage', (c) => c.json(c.env.sandbox.world.coverage.report()))
    .get('/findings', (c) => c.json({ findings: findingsIn(c.env.sandbox.world) }))
    .get('/findings/expected', (c) => c.json({ expected: expectedIn(c.env.sandbox) }))
    .put('/findings/expected', async (c) => {
      const list = await readControl(c, expectedFindings)
      return c.json({ expected: expectFindings(c.env.sandbox, list) })
    })
    .get('/totals', (c) => {
      const { tally = new Tally() } = c.env
      const { coverage, findings, faults } = tally.totals(sandboxes.list().map(({ world }) => world))
      return c.json({ coverage, findings: [...findings, ...silentIn(faults)] })
    })
