import { Hono } from 'hono'
import { exportFixture } from '../harness/fixtures/export.ts'
import type { Env } from '../http/env.ts'
import { importState } from '../steering/state.ts'
import { readControlBody } from './read.ts'

/** `GET, PUT /state`: the world's data as a fixture document. */
export const stateControl = new Hono<Env>()
  .get('/state', (c) => {
    const { tables, invention } = c.env.sandbox.world
    return c.json(exportFixture(tables, invention))
  })
  .put('/state', async (c) => {
    importState(c.env.sandbox, await readControlBody(c))
    return c.json({ imported: true })
  })
