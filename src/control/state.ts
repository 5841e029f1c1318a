import { Hono } from 'hono'
import { exportFixture } from '../harness/fixtures/export.ts'
import { readFixture } from '../harness/fixtures/read.ts'
import { inlineSource } from '../harness/fixtures/source.ts'
import type { Env } from '../http/env.ts'
import { readControlBody } from './read.ts'

/** `GET, PUT /state`: the world's data as a fixture document. */
export const stateControl = new Hono<Env>()
  .get('/state', (c) => {
    const { tables, invention } = c.env.sandbox.world
    return c.json(exportFixture(tables, invention))
  })
  .put('/state', async (c) => {
    const fixture = readFixture([inlineSource(await readControlBody(c))])
    c.env.sandbox.import(fixture)
    return c.json({ imported: true })
  })
