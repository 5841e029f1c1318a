import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { clockState } from '../steering/clock.ts'
import { deleteSnapshot, restoreSnapshot, takeSnapshot } from '../steering/snapshots.ts'
import { snapshotBody } from '../steering/wire.ts'
import { readControl } from './read.ts'

/** Named snapshots of a whole sandbox. */
export const snapshotControl = new Hono<Env>()
  .get('/snapshots', (c) => c.json({ snapshots: c.env.sandbox.snapshots.map((name) => ({ name })) }))
  .post('/snapshots', async (c) => {
    const { name } = await readControl(c, snapshotBody)
    takeSnapshot(c.env.sandbox, name)
    return c.json({ name })
  })
  .post('/snapshots/:name/restore', (c) => {
    const { sandbox } = c.env
    const name = c.req.param('name')
    restoreSnapshot(sandbox, name)
    return c.json({ name, clock: clockState(sandbox.world) })
  })
  .delete('/snapshots/:name', (c) => {
    const name = c.req.param('name')
    deleteSnapshot(c.env.sandbox, name)
    return c.json({ name })
  })
