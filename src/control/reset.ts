import { Hono } from 'hono'
import type { Catalogue } from '../harness/catalogue.ts'
import type { Env } from '../http/env.ts'
import { clockState } from '../steering/clock.ts'
import { restart } from '../steering/restart.ts'
import { resetBody } from '../steering/wire.ts'
import { readControl } from './read.ts'

/** `POST /reset`: back to the starting state, or to one that differs in what the body names. */
export const resetControl = (catalogue: Catalogue) =>
  new Hono<Env>().post('/reset', async (c) => {
    const { sandbox } = c.env
    restart(catalogue, sandbox, await readControl(c, resetBody))
    return c.json({ reset: true, sandbox: sandbox.name, clock: clockState(sandbox.world) })
  })
