import { z } from 'zod'
import { type InputOf, strictObject } from '../kernel/wire.ts'
import { families } from '../testing/trial/trial.ts'

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

export const shownSweep = strictObject({
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

export const trialDetails = sweepTrial.extend({
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
