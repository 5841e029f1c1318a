import { z } from 'zod'
import { type InputOf, strictObject } from '../kernel/wire.ts'
import { families } from '../testing/trial/trial.ts'
import { call } from './call.ts'
import { SteeringError } from './error.ts'

const figure = strictObject({ good: z.int(), total: z.int() })

const sweepTrial = strictObject({
  number: z.int().describe('Its place in the plan, from 1.'),
  id: z.string(),
  family: z.enum(families),
  operation: z.string(),
  call: z.int().describe('Which call of the operation meets it.'),
  injected: z.string(),
  sandbox: z.string().describe('The sandbox that keeps its requests.'),
  state: z.enum(['waiting', 'running', 'over']),
  verdict: z.string().nullable(),
  grade: z.enum(['good', 'bad', 'worst', 'open']).nullable(),
  why: z.string().describe('Why a bad verdict matters; empty for a good one.'),
})
export type SweepTrial = InputOf<typeof sweepTrial>

const shownSweep = strictObject({
  command: z.string(),
  phase: z.enum(['baseline', 'trials', 'over', 'stopped']),
  seconds_left: z.number().nullable(),
  trials: z.array(sweepTrial),
  bad: z.array(z.array(z.int())).describe('The numbers of trials with bad verdicts by their causes, the worst first.'),
  resilience: figure,
  refusals: figure,
  sensitivity: figure,
})
export type ShownSweep = InputOf<typeof shownSweep>

const trialDetails = sweepTrial.extend({
  repeat: z.string().describe('The command that repeats it.'),
  expected: z.string().nullable(),
  ended: z.string().nullable(),
  failed_tests: z.array(z.string()),
  output: z.string().describe('The last lines that the command wrote.'),
  requests: z.array(
    strictObject({
      id: z.int().nullable().describe('Its number in the sandbox of the trial, where it is still there.'),
      text: z.string(),
      fault: z.boolean(),
    }),
  ),
})
export type TrialDetails = InputOf<typeof trialDetails>

/** The sweep of a server, as its calls show it. */
export interface SweepView {
  readonly show: () => ShownSweep
  readonly showTrial: (number: number) => TrialDetails | undefined
}

const NO_SWEEP = 'a sweep has its own server: rental-sim sweep -- npm test'

export const sweepCalls = {
  sweep: call('GET /sweep', {
    summary: 'The sweep that runs here: its trials, their verdicts and its figures; null outside of one',
    shows: shownSweep.nullable(),
    act: ({ sweep }) => sweep?.show() ?? null,
  }),
  trial: call('GET /sweep/:number', {
    summary: 'One trial of the sweep: what was injected, what the client did, and the command that repeats it',
    shows: trialDetails,
    act: ({ sweep, params: { number } }) => {
      if (sweep === undefined) throw new SteeringError('not_found', 'no sweep runs here', NO_SWEEP)
      const found = sweep.showTrial(Number(number))
      if (found === undefined) throw new SteeringError('not_found', `there is no trial ${number} in this sweep`)
      return found
    },
  }),
}
