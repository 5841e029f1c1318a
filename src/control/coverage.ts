import { Hono } from 'hono'
import { findingsIn } from '../harness/findings.ts'
import type { Env } from '../http/env.ts'

/** What was exercised, and what the client should not have done. */
export const coverageControl = new Hono<Env>()
  .get('/coverage', (c) => c.json(c.env.sandbox.world.coverage.report()))
  .get('/findings', (c) => c.json({ findings: findingsIn(c.env.sandbox.world) }))
