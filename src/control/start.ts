import { z } from 'zod'
import { isoInstant } from '../kernel/clock.ts'
import { dialects } from '../kernel/rules-in-force.ts'
import { strictObject } from '../kernel/wire.ts'
import { call, type CallContext } from './call.ts'
import { shownClock } from './clock.ts'
import { startChanges } from './start-changes.ts'
import type { ShownStart } from './types.ts'

function shown({ start, sandboxes, documents }: CallContext): ShownStart {
  const { fixture, scenario, seed, clock, dialect } = start.configs.initial
  const { mode, atMs } = clock
  const kept = sandboxes.size
  return {
    fixture: documents.nameOf(fixture) ?? null,
    scenario: scenario?.name ?? null,
    seed,
    clock: { mode, at: atMs === undefined ? null : isoInstant(atMs) },
    dialect,
    kept,
    msg: `new sandboxes and resets start from this; ${kept === 1 ? 'the sandbox that exists keeps its' : `the ${kept} sandboxes that exist keep their`} world until a reset`,
  }
}

const shownStart = strictObject({
  fixture: z.string().nullable().describe('Null for a document.'),
  scenario: z.string().nullable(),
  seed: z.string(),
  clock: strictObject({ mode: shownClock.shape.mode, at: z.iso.datetime().nullable() }),
  dialect: z.enum(dialects),
  kept: z.int().describe('How many sandboxes keep their world until a reset.'),
  msg: z.string(),
})

/** What the whole server starts from. */
export const startCalls = {
  replace: call('PUT /start', {
    summary: 'Replaces the named parts of the start of new sandboxes and resets; existing sandboxes keep their world',
    takes: startChanges,
    shows: shownStart,
    changesSandbox: false,
    act: (context, to) => {
      context.start.replace(to)
      return shown(context)
    },
  }),
  reload: call('POST /reload', {
    summary: 'Reads fixture and scenario files again, as --watch does; existing sandboxes keep their rows',
    shows: shownStart,
    changesSandbox: false,
    act: (context) => {
      context.start.reload()
      return shown(context)
    },
  }),
}
