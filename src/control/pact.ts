import { Hono } from 'hono'
import { z } from 'zod'
import type { Catalogue } from '../harness/catalogue.ts'
import type { Env } from '../http/env.ts'
import { clockState } from '../steering/clock.ts'
import { setUpState, tearDownState } from '../steering/provider-state.ts'
import { stateParamsSchema } from '../steering/state-params.ts'
import { activation } from '../steering/wire.ts'
import { readControl } from './read.ts'

/** What a Pact verifier sends; it may add fields of its own. */
export const providerStateBody = z.object({
  state: z.string().describe("A scenario's name, or one of its provider_states; empty: the start."),
  params: stateParamsSchema,
  action: z.enum(['setup', 'teardown']).default('setup'),
  clock: activation.shape.clock,
})

/** `POST /pact/provider-states`: answers a setup with the values that a pact may put into its requests, and with the clock. */
export const pactControl = (catalogue: Catalogue) =>
  new Hono<Env>().post('/pact/provider-states', async (c) => {
    const { sandbox } = c.env
    const { state, action, ...how } = await readControl(c, providerStateBody)
    const values = action === 'setup' ? setUpState(catalogue, sandbox, state, how) : tearDownState(sandbox)
    return c.json({ clock: clockState(sandbox.world), ...values })
  })
