import { z } from 'zod'
import { call } from './call.ts'
import { SteeringError } from './error.ts'
import { WrittenBody } from './long-list.ts'

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
