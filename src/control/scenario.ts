import { Hono } from 'hono'
import { z } from 'zod'
import type { Catalogue } from '../harness/catalogue.ts'
import type { Env } from '../http/env.ts'
import { strict } from '../kernel/wire.ts'
import { startWith } from '../start.ts'
import { readControl } from './read.ts'

const params = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional()

/** By name, or as a document. */
export const activateBody = z.union([
  strict({ name: z.string(), params }),
  strict({ scenario: z.record(z.string(), z.json()), params }),
])

/** `GET /scenarios` and `GET, PUT, DELETE /scenario`. */
export const scenarioControl = (catalogue: Catalogue) =>
  new Hono<Env>()
    .get('/scenarios', (c) => c.json({ scenarios: catalogue.scenarios() }))
    .get('/scenario', (c) => {
      const { scenario } = c.env.sandbox.world.start
      return c.json({
        active:
          scenario === undefined
            ? null
            : { name: scenario.name, params: scenario.params, description: scenario.document.description },
      })
    })
    .put('/scenario', async (c) => {
      const body = await readControl(c, activateBody)
      const scenario = catalogue.scenario('name' in body ? body.name : body.scenario, body.params)
      const { sandbox } = c.env
      sandbox.reset(startWith(catalogue, sandbox.starting.bare, scenario))
      return c.json({
        active: { name: scenario.name, params: scenario.params, description: scenario.document.description },
      })
    })
    .delete('/scenario', (c) => {
      const { sandbox } = c.env
      sandbox.reset(sandbox.starting.bare)
      return c.json({ active: null })
    })
