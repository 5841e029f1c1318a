import { Hono } from 'hono'
import { z } from 'zod'
import type { Catalogue } from '../harness/catalogue.ts'
import type { Env } from '../http/env.ts'
import { setUpState, tearDownState } from '../steering/provider-state.ts'
import { stateParamsSchema } from '../steering/state-params.ts'
import { readControl } from './read.ts'

/** What a Pact verifier sends; it may add fields of its own. */
export const providerStateBody = z.object({
  state: z.string().describe("A scenario's name, or one of its provider_states; empty: the start."),
  params: stateParamsSchema,
  action: z.enum(['setup', 'teardown']).default('setup'),
})

/** `POST /pact/provider-states`: answers a setup with the values that a pact may put into its requests. */
export const pactControl = (catalogue: Catalogue) =>
  new Hono<Env>().post('/pact/provider-states', async (c) => {
    const { state, params, action } = await readControl(c, providerStateBody)
    if (action === 'setup') return c.json(setUpState(catalogue, c.env.sandbox, state, params))
    tearDownState(c.env.sandbox)
    return c.json({})
  })
