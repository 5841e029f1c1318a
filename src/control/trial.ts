import { call } from './call.ts'

/** What a sweep injects into the run, so that a test can expect what becomes of it. */
export const trial = call('GET /trial', {
  summary: 'The trial of a sweep that the simulator runs under; null outside of one',
  act: ({ trial: open }) => open?.shown ?? null,
})
