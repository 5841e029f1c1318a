import { Hono } from 'hono'
import { faultSchema } from '../harness/faults/schema.ts'
import type { Env } from '../http/env.ts'
import { addFault, clearFaults, faultsOf, removeFault } from '../steering/faults.ts'
import { readControl } from './read.ts'

/** Faults that tests add and take away; taking one away releases what it holds. */
export const faultControl = new Hono<Env>()
  .get('/faults', ({ env: { sandbox }, json }) => json({ faults: faultsOf(sandbox), held: sandbox.world.holds.list() }))
  .post('/faults', async (c) => c.json(addFault(c.env.sandbox, await readControl(c, faultSchema))))
  .delete('/faults', (c) => c.json({ removed: clearFaults(c.env.sandbox) }))
  .delete('/faults/:name', (c) => {
    const name = c.req.param('name')
    removeFault(c.env.sandbox, name)
    return c.json({ removed: [name] })
  })
