import { Hono } from 'hono'
import { presentFault } from '../harness/faults/present.ts'
import { faultSchema } from '../harness/faults/schema.ts'
import type { Env } from '../http/env.ts'
import { nearest } from '../kernel/nearest.ts'
import { ControlError } from './errors.ts'
import { readControl } from './read.ts'

/** Faults that tests add and take away; taking one away releases what it holds. */
export const faultControl = new Hono<Env>()
  .get('/faults', (c) => {
    const { faults } = c.env.sandbox.world
    return c.json({ faults: faults.list().map(({ fault, matched, fired }) => presentFault(fault, matched, fired)) })
  })
  .post('/faults', async (c) => {
    const fault = await readControl(c, faultSchema)
    const { faults, clock, holds, steered } = c.env.sandbox.world
    steered.add('POST /_sim/faults')
    if (faults.names().includes(fault.name)) holds.release(fault.name)
    faults.add(fault, clock.nowMs)
    return c.json(presentFault(fault, 0, 0))
  })
  .delete('/faults', (c) => {
    const { faults, holds, steered } = c.env.sandbox.world
    steered.add('DELETE /_sim/faults')
    const removed = faults.clear()
    for (const name of removed) holds.release(name)
    return c.json({ removed })
  })
  .delete('/faults/:name', (c) => {
    const name = c.req.param('name')
    const { faults, holds } = c.env.sandbox.world
    if (!faults.remove(name)) {
      const [close] = nearest(name, faults.names())
      throw new ControlError('not_found', `there is no fault "${name}"`, close && `did you mean "${close}"?`)
    }
    c.env.sandbox.world.steered.add('DELETE /_sim/faults')
    holds.release(name)
    return c.json({ removed: [name] })
  })
