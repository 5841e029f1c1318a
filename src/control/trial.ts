import { z } from 'zod'
import { strictObject } from '../kernel/wire.ts'
import { families } from '../testing/trial/trial.ts'
import { call } from './call.ts'
import { SteeringError } from './error.ts'
import { shownSweep, trialDetails } from './shown-sweep.ts'

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

const NO_SWEEP = 'a sweep has its own server: rental-sim sweep -- npm test'

export const sweepCalls = {
  sweep: call('GET /sweep', {
    summary: 'The sweep that runs here: its trials, their verdicts and its figures; null outside of one',
    shows: shownSweep.nullable(),
    act: ({ sweep }) => sweep?.show() ?? null,
  }),
  trial: call('GET /sweep/:number', {
    summary: 'One trial of the sweep: its fault, the actions of the client, and the command that repeats it',
    shows: trialDetails,
    act: ({ sweep, params: { number } }) => {
      if (sweep === undefined) throw new SteeringError('not_found', 'no sweep runs here', NO_SWEEP)
      const found = sweep.showTrial(Number(number))
      if (found === undefined) throw new SteeringError('not_found', `there is no trial ${number} in this sweep`)
      return found
    },
  }),
}
