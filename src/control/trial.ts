import { z } from 'zod'
import { strictObject } from '../kernel/wire.ts'
import { families } from '../testing/trial/trial.ts'
import { call } from './call.ts'

/** What a sweep injects into the run, so that a test can expect what becomes of it. */
export const trial = call('GET /trial', {
  summary: 'The trial of a sweep that the simulator runs under; null outside of one',
  shows: strictObject({
    family: z.enum(families),
    operation: z.string(),
    sandbox: z.string().optional(),
    call: z.int(),
    injected: z.string(),
  }).nullable(),
  act: ({ trial: open }) => open?.shown ?? null,
})
