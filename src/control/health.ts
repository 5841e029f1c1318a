import { z } from 'zod'
import { version } from '../version.ts'
import { call, WrittenBody } from './call.ts'
import { SteeringError } from './error.ts'

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
