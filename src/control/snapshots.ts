import { z } from 'zod'
import { shortName } from '../kernel/names.ts'
import { strictObject } from '../kernel/wire.ts'
import { call } from './call.ts'
import { clockState, shownClock } from './clock.ts'
import { SteeringError, unknownName } from './error.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

export const MAX_SNAPSHOTS = 100

const named = strictObject({ name: shortName })

/** Named snapshots of a whole sandbox. */
export const snapshotCalls = {
  list: call('GET /snapshots', {
    summary: 'The names of the snapshots',
    shows: strictObject({ snapshots: z.array(named) }),
    act: ({ sandbox }) => sandbox.snapshots,
    show: (names) => ({ snapshots: names.map((name) => ({ name })) }),
  }),
  take: call('POST /snapshots', {
    summary: 'Takes a snapshot of the whole sandbox',
    takes: strictObject({
      name: shortName.refine((name) => !name.startsWith('.'), 'begins with a dot, as only those of POST /_sim/undo do'),
    }),
    shows: named,
    act: ({ sandbox }, { name }) => {
      if (sandbox.snapshots.length >= MAX_SNAPSHOTS && !sandbox.snapshots.includes(name)) {
        throw new SteeringError('conflict', `there are ${MAX_SNAPSHOTS} snapshots already`, 'delete one')
      }
      sandbox.snapshot(name)
      return { name }
    },
  }),
  restore: call('POST /snapshots/:name/restore', {
    summary: 'Restores a snapshot',
    shows: named.extend({ clock: shownClock }),
    act: ({ sandbox, params: { name } }) => {
      if (!sandbox.restore(name)) throw unknownSnapshot(name, sandbox)
    },
    tells: (_, { params: { name } }) => `snapshot ${name} restored`,
    show: (_, { sandbox, params: { name } }) => ({ name, clock: clockState(sandbox.world) }),
  }),
  delete: call('DELETE /snapshots/:name', {
    summary: 'Deletes a snapshot',
    shows: named,
    act: ({ sandbox, params: { name } }) => {
      if (!sandbox.deleteSnapshot(name)) throw unknownSnapshot(name, sandbox)
    },
    show: (_, { params: { name } }) => ({ name }),
  }),
}

/** Names the nearest, else the latest of those that there are. */
function unknownSnapshot(name: string, { snapshots }: Pick<Sandbox, 'snapshots'>): SteeringError {
  const error = unknownName('snapshot', name, snapshots)
  if (error.hint !== undefined) return error
  const there = snapshots.slice(-MAX_NAMED_SNAPSHOTS).join(', ')
  return new SteeringError('not_found', error.message, there === '' ? 'there is none: take one' : `there are ${there}`)
}

const MAX_NAMED_SNAPSHOTS = 10
