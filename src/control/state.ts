import { Hono } from 'hono'
import { exportFixture } from '../harness/fixtures/export.ts'
import type { Env } from '../http/env.ts'
import { z } from 'zod'
import { idInPath } from '../kernel/wire.ts'
import type { Collection } from '../resources/collections.ts'
import { collectionNamed, editRow, noRow, removeRow } from '../steering/rows.ts'
import { importState } from '../steering/state.ts'
import { readControl, readState } from './read.ts'

/** The fields to change; null unsets one. */
export const rowPatch = z.record(z.string(), z.json())

/** `GET, PUT /state`: the world's data as a fixture document. `PATCH, DELETE /state/{collection}/{id}`: one row of it. */
export const stateControl = new Hono<Env>()
  .get('/state', (c) => {
    const { tables, invention } = c.env.sandbox.world
    return c.json(exportFixture(tables, invention))
  })
  .put('/state', async (c) => {
    importState(c.env.sandbox, await readState(c))
    return c.json({ imported: true })
  })
  .patch('/state/:collection/:id', async (c) => {
    const collection = collectionNamed(c.req.param('collection'))
    const id = idOf(collection, c.req.param('id'))
    editRow(c.env.sandbox, collection, id, await readControl(c, rowPatch))
    return c.json({ edited: { collection, id } })
  })
  .delete('/state/:collection/:id', (c) => {
    const collection = collectionNamed(c.req.param('collection'))
    const id = idOf(collection, c.req.param('id'))
    removeRow(c.env.sandbox, collection, id)
    return c.json({ removed: { collection, id } })
  })

function idOf(collection: Collection, text: string): number {
  const id = idInPath.safeParse(text)
  if (!id.success) throw noRow(collection, text)
  return id.data
}
