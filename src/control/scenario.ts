import { Hono } from 'hono'
import { z } from 'zod'
import type { Catalogue } from '../harness/catalogue.ts'
import type { Env } from '../http/env.ts'
import { clockState } from '../steering/clock.ts'
import { activate, activeScenario, deactivate } from '../steering/restart.ts'
import { activation } from '../steering/wire.ts'
import { readControl } from './read.ts'

const params = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional()

/** By name, or as a document. */
export const activateBody = activation
  .extend({
    name: z.string().optional(),
    scenario: z
      .record(z.string(), z.json())
      .optional()
      .describe('A scenario document; here it needs neither name nor description.'),
    params,
  })
  .refine(({ name, scenario }) => (name === undefined) !== (scenario === undefined), {
    error: 'names a scenario with name, or brings its document as scenario',
  })

/** `GET /scenarios` and `GET, PUT, DELETE /scenario`. */
export const scenarioControl = (catalogue: Catalogue) =>
  new Hono<Env>()
    .get('/scenarios', (c) => c.json({ scenarios: catalogue.scenarios() }))
    .get('/scenario', (c) => c.json({ active: activeScenario(c.env.sandbox) }))
    .put('/scenario', async (c) => {
      const { sandbox } = c.env
      const { name = '', scenario = name, ...how } = await readControl(c, activateBody)
      activate(catalogue, sandbox, scenario, how)
      return c.json({ active: activeScenario(sandbox), clock: clockState(sandbox.world) })
    })
    .delete('/scenario', (c) => {
      const { sandbox } = c.env
      deactivate(sandbox)
      return c.json({ active: null, clock: clockState(sandbox.world) })
    })
