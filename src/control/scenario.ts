import { Hono } from 'hono'
import { z } from 'zod'
import type { Catalogue } from '../harness/catalogue.ts'
import type { Env } from '../http/env.ts'
import { strict } from '../kernel/wire.ts'
import { activate, activeScenario, deactivate } from '../steering/restart.ts'
import { readControl } from './read.ts'

const params = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional()

/** By name, or as a document. */
export const activateBody = strict({
  name: z.string().optional(),
  scenario: z.record(z.string(), z.json()).optional().describe('A scenario document.'),
  params,
}).refine(({ name, scenario }) => (name === undefined) !== (scenario === undefined), {
  error: 'names a scenario with name, or brings its document as scenario',
})

/** `GET /scenarios` and `GET, PUT, DELETE /scenario`. */
export const scenarioControl = (catalogue: Catalogue) =>
  new Hono<Env>()
    .get('/scenarios', (c) => c.json({ scenarios: catalogue.scenarios() }))
    .get('/scenario', (c) => c.json({ active: activeScenario(c.env.sandbox) }))
    .put('/scenario', async (c) => {
      const body = await readControl(c, activateBody)
      activate(catalogue, c.env.sandbox, body.scenario ?? body.name ?? '', body.params)
      return c.json({ active: activeScenario(c.env.sandbox) })
    })
    .delete('/scenario', (c) => {
      deactivate(c.env.sandbox)
      return c.json({ active: null })
    })
