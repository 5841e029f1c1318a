import { z } from 'zod'
import type { Params } from '../testing/scenarios/params.ts'
import { parsed } from './call.ts'

/** The parameters that a pact gives a state; null means absent. */
export const stateParamsSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
  .nullish()
  .transform((given): Params =>
    Object.fromEntries(Object.entries(given ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
  )

/** @throws SteeringError `invalid_args` for what is not text, number or boolean */
export const stateParams = (given: unknown): Params => parsed(stateParamsSchema, given)
