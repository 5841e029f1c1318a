import { z } from 'zod'
import { strictObject } from '../kernel/wire.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import { call } from './call.ts'
import { clockState, shownClock } from './clock.ts'
import { SteeringError } from './error.ts'

const shownDropped = strictObject({ dropped: z.array(z.string()) })

export const sandboxCalls = {
  list: call('GET /sandboxes', {
    summary: 'The sandboxes of this instance',
    shows: strictObject({
      instance: z.string(),
      sandboxes: z.array(shownClock.extend({ name: z.string(), busy: z.int().describe('Requests under way.') })),
    }),
    act: ({ sandboxes, instance }) => ({
      instance: instance.id,
      sandboxes: sandboxes
        .list()
        .map(({ name, world, busy }) => ({ name, now: world.clock.nowIso, mode: world.clock.mode, busy })),
    }),
  }),
  dropAll: call('DELETE /sandboxes', {
    summary: 'Drops all sandboxes but the default',
    shows: shownDropped,
    changesSandbox: false,
    act: ({ sandboxes }) => ({ dropped: sandboxes.dropAll() }),
  }),
  drop: call('DELETE /sandboxes/:id', {
    summary: 'Drops a sandbox; the latest five can be restored until memory is short',
    shows: shownDropped,
    changesSandbox: false,
    act: ({ sandboxes, params: { id: name } }) => {
      if (name === DEFAULT_SANDBOX)
        throw new SteeringError('conflict', 'the default sandbox always exists', 'reset it instead')
      if (!sandboxes.drop(name, { isKept: true })) throw new SteeringError('not_found', `there is no sandbox "${name}"`)
      return { dropped: [name] }
    },
  }),
  restore: call('POST /sandboxes/:id/restore', {
    summary: 'Brings back a dropped sandbox, without the requests that it held',
    shows: strictObject({ restored: z.string(), clock: shownClock }),
    changesSandbox: false,
    act: ({ sandboxes, params: { id: name } }) => {
      if (sandboxes.find(name) !== undefined)
        throw new SteeringError(
          'conflict',
          `there is a sandbox "${name}"`,
          'a request or a call has made a new one since the drop',
        )
      const restored = sandboxes.restore(name)
      if (restored === undefined) throw new SteeringError('not_found', `no dropped sandbox "${name}" is kept`)
      const { acts, journal, clock } = restored.world
      acts.note({ text: 'sandbox dropped and restored', after: journal.lastId, atMs: clock.nowMs })
      return restored
    },
    show: ({ name, world }) => ({ restored: name, clock: clockState(world) }),
  }),
}
