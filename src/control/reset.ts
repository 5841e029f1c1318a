import { Hono } from 'hono'
import { z } from 'zod'
import { clockSpec } from '../harness/clock-spec.ts'
import type { Catalogue } from '../harness/catalogue.ts'
import type { Env } from '../http/env.ts'
import { strict } from '../kernel/wire.ts'
import { readControl } from './read.ts'

const document = z.record(z.string(), z.json())

export const resetBody = strict({
  fixture: z
    .union([z.string(), z.array(z.string()), document])
    .optional()
    .describe('A name, a list of names, or a fixture document.'),
  seed: z.union([z.string(), z.number().transform(String)]).optional(),
  clock: clockSpec.optional(),
})

/** `POST /reset`: back to the starting state, or to one that differs in what the body names. */
export const resetControl = (catalogue: Catalogue) =>
  new Hono<Env>().post('/reset', async (c) => {
    const { fixture, ...changes } = await readControl(c, resetBody)
    c.env.sandbox.reset({ ...changes, ...(fixture !== undefined && { fixture: catalogue.fixture(fixture) }) })
    return c.json({ reset: true, sandbox: c.env.sandbox.name })
  })
