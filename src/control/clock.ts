import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import type { Receipt } from '../public.ts'
import { advance, clockState, setClock } from '../steering/clock.ts'
import { advanceBody, clockBody } from '../steering/wire.ts'
import { readControl } from './read.ts'

/** `GET, PUT /clock` and `POST /clock/advance`. */
export const clockControl = new Hono<Env>()
  .get('/clock', (c) => c.json(clockState(c.env.sandbox.world)))
  .put('/clock', async (c) => {
    const { at: atMs, frozen } = await readControl(c, clockBody)
    return c.json(told(await setClock(c.env.sandbox, { atMs, frozen })))
  })
  .post('/clock/advance', async (c) => {
    const { seconds } = await readControl(c, advanceBody)
    return c.json(told(await advance(c.env.sandbox, seconds)))
  })

/** Every call that may change the clock answers with it under `clock`. */
const told = ({ now, mode, happened }: Receipt) => ({ now, mode, happened, clock: { now, mode } })
