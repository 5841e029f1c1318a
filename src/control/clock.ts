import { Hono } from 'hono'
import { z } from 'zod'
import { instant } from '../harness/clock-spec.ts'
import type { Env } from '../http/env.ts'
import { strict } from '../kernel/wire.ts'
import { advance, clockState, setClock } from '../steering/clock.ts'
import { readControl } from './read.ts'

export const clockBody = strict({ at: instant.optional(), frozen: z.boolean().optional() }).refine(
  ({ at, frozen }) => at !== undefined || frozen !== undefined,
  'name at, frozen, or both',
)

const SECONDS_PER_CENTURY = 100 * 365.25 * 86_400

export const advanceBody = strict({ seconds: z.number().min(0).max(SECONDS_PER_CENTURY) })

/** `GET, PUT /clock` and `POST /clock/advance`. */
export const clockControl = new Hono<Env>()
  .get('/clock', (c) => c.json(clockState(c.env.sandbox.world)))
  .put('/clock', async (c) => {
    const { at: atMs, frozen } = await readControl(c, clockBody)
    return c.json(await setClock(c.env.sandbox, { atMs, frozen }))
  })
  .post('/clock/advance', async (c) => {
    const { seconds } = await readControl(c, advanceBody)
    return c.json(await advance(c.env.sandbox, seconds))
  })
