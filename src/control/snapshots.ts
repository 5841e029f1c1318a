import { z } from 'zod'
import { shortName } from '../kernel/names.ts'
import { strictObject, type InputOf, json } from '../kernel/wire.ts'
import { call } from './call.ts'
import { clockState, shownClock } from './clock.ts'
import { SteeringError, unknownName } from './error.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { isoInstant } from '../kernel/clock.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandbox/sandboxes.ts'

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

/** Acts that can be undone in a sandbox; an older one is forgotten with its snapshot. */
const MAX_ACTS = 5

const backCall = strictObject({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().max(300).describe('Below `/_sim/`.'),
  body: json.optional(),
})

const shownAct = strictObject({
  id: z.int(),
  at: z.iso.datetime().describe("On the sandbox's clock."),
  text: z.string(),
  sandbox: shortName.describe('The sandbox that it changed.'),
  requests_since: z.int().describe('Requests that are lost when it is undone.'),
  back: backCall.nullable().describe('The call that takes back this act alone; null where a snapshot is restored.'),
})
export type UndoAct = InputOf<typeof shownAct>

interface Act {
  readonly id: number
  readonly at: string
  readonly text: string
  readonly sandbox: string
  readonly back: z.output<typeof backCall> | undefined
  /** The name of the snapshot, and the sandbox that keeps it: a sandbox that is deleted keeps nothing. */
  readonly snapshot: { readonly name: string; readonly keeper: Sandbox } | undefined
  /** How many exchanges the sandbox had recorded. */
  readonly recorded: number
}

/** The acts of each server, oldest first. */
const logs = new WeakMap<Sandboxes, { acts: readonly Act[]; last: number }>()

function logOf(sandboxes: Sandboxes) {
  const log = logs.get(sandboxes) ?? { acts: [], last: 0 }
  logs.set(sandboxes, log)
  return log
}

function forget(sandboxes: Sandboxes, gone: readonly Act[]): void {
  const log = logOf(sandboxes)
  log.acts = log.acts.filter((act) => !gone.includes(act))
  for (const { snapshot } of gone) snapshot?.keeper.deleteSnapshot(snapshot.name)
}

/** Acts of a sandbox, and deletions of any. */
const actsFor = (sandboxes: Sandboxes, sandbox: string): readonly Act[] =>
  logOf(sandboxes).acts.filter(
    (act) => act.sandbox === sandbox || (act.back === undefined && sandboxes.find(act.sandbox) === undefined),
  )

function actNamed(sandboxes: Sandboxes, id: string): Act {
  const found = logOf(sandboxes).acts.find((act) => String(act.id) === id)
  if (found !== undefined) return found
  throw new SteeringError('not_found', `there is no act ${id} to undo`, `the last ${MAX_ACTS} of a sandbox are kept`)
}

export const undoCalls = {
  list: call('GET /undo', {
    summary: 'The last changes that can be undone, newest first',
    shows: strictObject({ acts: z.array(shownAct) }),
    act: ({ sandbox, sandboxes }) =>
      actsFor(sandboxes, sandbox.name)
        .map((act): UndoAct => {
          const changed = sandboxes.find(act.sandbox)
          return {
            id: act.id,
            at: act.at,
            text: act.text,
            sandbox: act.sandbox,
            requests_since: act.back !== undefined || changed === undefined ? 0 : changed.recorded - act.recorded,
            back: act.back ?? null,
          }
        })
        .toReversed(),
    show: (acts) => ({ acts }),
  }),
  prepare: call('POST /undo', {
    summary: 'Keeps the state before a change, or the call that reverts it, for an undo',
    takes: strictObject({
      text: z.string().min(1).max(200).describe('The change that is about to be made, such as `Reset`.'),
      sandbox: shortName.optional().describe('The sandbox that it changes. Default: this one.'),
      back: backCall.optional(),
    }),
    shows: strictObject({ id: z.int() }),
    act: ({ sandbox, sandboxes }, { text, sandbox: name = sandbox.name, back }) => {
      const changed = sandboxes.find(name)
      if (changed === undefined) throw new SteeringError('not_found', `there is no sandbox "${name}"`)
      const log = logOf(sandboxes)
      const id = log.last + 1
      const keeper = name === sandbox.name ? changed : sandboxes.enter(DEFAULT_SANDBOX)
      const snapshot = back === undefined ? { name: `.undo-${id}`, keeper } : undefined
      if (snapshot !== undefined) keeper.snapshot(snapshot.name, changed.world)
      log.last = id
      const at = isoInstant(changed.world.clock.nowMs)
      log.acts = [...log.acts, { id, at, text, sandbox: name, back, snapshot, recorded: changed.recorded }]
      const own = log.acts.filter((act) => act.sandbox === name)
      forget(sandboxes, own.slice(0, -MAX_ACTS))
      return { id }
    },
  }),
  restore: call('POST /undo/:id', {
    summary: 'Undoes a change; a deleted sandbox is there again',
    shows: strictObject({ undone: z.string(), sandbox: shortName }),
    changesSandbox: false,
    act: ({ sandboxes, params: { id } }) => {
      const act = actNamed(sandboxes, id)
      const { snapshot, sandbox: name, text } = act
      if (snapshot === undefined)
        throw new SteeringError('conflict', `act ${id} has no snapshot`, 'carry out its call "back"')
      const changed = sandboxes.enter(name)
      if (!changed.restore(snapshot.name, snapshot.keeper)) {
        forget(sandboxes, [act])
        throw new SteeringError('not_found', `the snapshot of "${text}" is gone`, 'nothing was restored')
      }
      changed.use({ changes: true })
      changed.world.note(`undone: ${text}`)
      forget(sandboxes, [act])
      changed.changed()
      return { undone: text, sandbox: name }
    },
  }),
  forget: call('DELETE /undo/:id', {
    summary: 'Deletes the undo of a change that was not made, or is undone',
    shows: strictObject({ forgotten: z.int() }),
    act: ({ sandboxes, params: { id } }) => forget(sandboxes, [actNamed(sandboxes, id)]),
    show: (_, { params: { id } }) => ({ forgotten: Number(id) }),
  }),
}
