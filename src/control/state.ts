import { type Context, Hono } from 'hono'
import { exportFixture } from '../harness/fixtures/export.ts'
import { readFixture } from '../harness/fixtures/read.ts'
import { inlineSource } from '../harness/fixtures/source.ts'
import type { Env } from '../http/env.ts'
import { SteeringError } from '../steering/error.ts'
import { readControlBody } from './read.ts'

/** `GET, PUT /state`: the world's data as a fixture document. */
export const stateControl = new Hono<Env>()
  .get('/state', (c) => {
    const { tables, invention } = c.env.sandbox.world
    return c.json(exportFixture(tables, invention))
  })
  .put('/state', async (c) => {
    const fixture = readFixture([inlineSource(await readDocument(c))])
    c.env.sandbox.import(fixture)
    return c.json({ imported: true })
  })

async function readDocument(c: Context): Promise<object> {
  const document = await readControlBody(c)
  if (typeof document === 'object' && document !== null && Object.keys(document).length > 0) return document
  throw new SteeringError('invalid_args', 'the body is no fixture document', 'GET /_sim/state shows one')
}
