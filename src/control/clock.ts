import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { advance, clockState, setClock } from '../steering/clock.ts'
import { advanceBody, clockBody } from '../steering/wire.ts'
import { readControl } from './read.ts'

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
