import { type Context, Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { nearest } from '../kernel/nearest.ts'
import { shortName, strict } from '../kernel/wire.ts'
import { ControlError } from './errors.ts'
import { readControl } from './read.ts'

const MOST_SNAPSHOTS = 100

export const snapshotBody = strict({
  name: shortName,
})

/** Named snapshots of a whole sandbox. */
export const snapshotControl = new Hono<Env>()
  .get('/snapshots', (c) => c.json({ snapshots: c.env.sandbox.snapshots.map((name) => ({ name })) }))
  .post('/snapshots', async (c) => {
    const { name } = await readControl(c, snapshotBody)
    const { sandbox } = c.env
    if (sandbox.snapshots.length >= MOST_SNAPSHOTS && !sandbox.snapshots.includes(name)) {
      throw new ControlError('conflict', `there are ${MOST_SNAPSHOTS} snapshots already`, 'delete one')
    }
    sandbox.snapshot(name)
    return c.json({ name })
  })
  .post('/snapshots/:name/restore', (c) => found(c, (name) => c.env.sandbox.restore(name)))
  .delete('/snapshots/:name', (c) => found(c, (name) => c.env.sandbox.deleteSnapshot(name)))

function found(c: Context<Env, '/snapshots/:name'>, act: (name: string) => boolean): Response {
  const name = c.req.param('name')
  if (act(name)) return c.json({ name })
  const [close] = nearest(name, c.env.sandbox.snapshots)
  throw new ControlError('not_found', `there is no snapshot "${name}"`, close && `did you mean "${close}"?`)
}
