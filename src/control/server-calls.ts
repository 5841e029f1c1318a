import { z } from 'zod'
import { version } from '../version.ts'
import { call, WrittenBody } from './call.ts'
import { SteeringError } from './error.ts'
import { strictObject } from '../kernel/wire.ts'
import { families } from '../testing/trial/trial.ts'
import { shownSweep, trialDetails } from './shown-sweep.ts'

const shownHealth = z.object({
  status: z.literal('ok'),
  ready: z.literal(true),
  version: z.string(),
  instance: z.string().describe('Names this process: behind a router each process has its own sandboxes.'),
  started_at: z.iso.datetime().optional().describe('In real time.'),
  uptime_s: z.int().optional(),
  rss_bytes: z.int().optional(),
  loop_lag_ms: z.number().optional().describe('The longest delay of the event loop since health was asked last.'),
  sandboxes: z.int(),
  exchanges: z.int().describe('Of all sandboxes, since the start.'),
})

export const health = call('GET /health', {
  summary: 'Health: version, memory and numbers; needs no token',
  shows: shownHealth,
  act: ({ sandboxes, instance, runTotals }): z.output<typeof shownHealth> => ({
    status: 'ok',
    ready: true,
    version,
    instance: instance.id,
    ...instance.vitals?.(),
    sandboxes: sandboxes.size,
    exchanges: runTotals.exchanges,
  }),
})

export const metrics = call('GET /metrics', {
  summary: 'Metrics of the server in the text format of Prometheus; needs no token',
  shows: z.string(),
  mediaType: 'text/plain',
  act: ({ metrics: kept, sandboxes }) => {
    if (kept === undefined)
      throw new SteeringError('not_found', 'there are no metrics within a process', 'rental-sim serve has them')
    return kept.read(sandboxes)
  },
  show: ({ text, type }) => new WrittenBody(text, type),
})

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
