import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandboxes.ts'
import { SteeringError } from '../steering/error.ts'

/** `GET, DELETE /sandboxes` and `DELETE /sandboxes/{id}`. */
export const sandboxControl = (sandboxes: Sandboxes) =>
  new Hono<Env>()
    .get('/sandboxes', (c) =>
      c.json({
        sandboxes: sandboxes
          .list()
          .map(({ name, world, busy }) => ({ name, now: world.clock.nowIso, mode: world.clock.mode, busy })),
      }),
    )
    .delete('/sandboxes', (c) => c.json({ dropped: sandboxes.dropAll() }))
    .delete('/sandboxes/:id', (c) => {
      const name = c.req.param('id')
      if (name === DEFAULT_SANDBOX)
        throw new SteeringError('conflict', 'the default sandbox always exists', 'reset it instead')
      if (!sandboxes.drop(name)) throw new SteeringError('not_found', `there is no sandbox "${name}"`)
      return c.json({ dropped: [name] })
    })
