import { Hono } from 'hono'
import { z } from 'zod'
import { clockSpec } from '../harness/clock-spec.ts'
import type { Catalogue } from '../harness/catalogue.ts'
import type { Env } from '../http/env.ts'
import { strict } from '../kernel/wire.ts'
import { restart } from '../steering/restart.ts'
import { readControl } from './read.ts'

const document = z.looseObject({})

export const resetBody = strict({
  fixture: z
    .union([z.string(), z.array(z.string()), document])
    .optional()
    .describe('A name, a list of names, or a fixture document.'),
  seed: z.union([z.string(), z.number().transform(String)]).optional(),
  clock: clockSpec.optional(),
  scenario: z.union([z.string(), document]).optional().describe('A name, or a scenario document.'),
})

/** `POST /reset`: back to the starting state, or to one that differs in what the body names. */
export const resetControl = (catalogue: Catalogue) =>
  new Hono<Env>().post('/reset', async (c) => {
    const { sandbox } = c.env
    restart(catalogue, sandbox, await readControl(c, resetBody))
    return c.json({ reset: true, sandbox: sandbox.name })
  })
