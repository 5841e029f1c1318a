import { z } from 'zod'
import { strictObject } from '../kernel/wire.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import { call } from './call.ts'
import { shownClock } from './clock.ts'
import { SteeringError } from './error.ts'
import { isError } from './journal.ts'

const shownDropped = strictObject({ dropped: z.array(z.string()) })

export const sandboxCalls = {
  list: call('GET /sandboxes', {
    summary: 'The sandboxes of this instance',
    shows: strictObject({
      instance: z.string(),
      sandboxes: z.array(
        shownClock.extend({
          name: z.string(),
          busy: z.int().describe('Requests under way.'),
          requests: z.int(),
          errors: z.int(),
        }),
      ),
    }),
    act: ({ sandboxes, instance }) => ({
      instance: instance.id,
      sandboxes: sandboxes.list().map(({ name, world: { clock, journal }, busy }) => ({
        name,
        now: clock.nowIso,
        mode: clock.mode,
        busy,
        requests: journal.length,
        errors: journal.entries().filter(isError).length,
      })),
    }),
  }),
  dropAll: call('DELETE /sandboxes', {
    summary: 'Deletes all sandboxes except the default',
    shows: shownDropped,
    changesSandbox: false,
    act: ({ sandboxes }) => ({ dropped: sandboxes.dropAll() }),
  }),
  drop: call('DELETE /sandboxes/:id', {
    summary: 'Deletes a sandbox',
    shows: shownDropped,
    changesSandbox: false,
    act: ({ sandboxes, params: { id: name } }) => {
      if (name === DEFAULT_SANDBOX)
        throw new SteeringError('conflict', 'the default sandbox always exists', 'reset it instead')
      if (!sandboxes.drop(name)) throw new SteeringError('not_found', `there is no sandbox "${name}"`)
      return { dropped: [name] }
    },
  }),
}
