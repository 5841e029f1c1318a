import { isoInstant } from '../kernel/clock.ts'
import { call, type CallContext } from './call.ts'
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

/** What the whole server starts from. */
export const startCalls = {
  replace: call('PUT /start', {
    summary:
      'Replaces what new sandboxes and resets start from, in what is named; sandboxes that exist keep their world',
    takes: startChanges,
    changesSandbox: false,
    act: (context, to) => {
      context.start.replace(to)
      return shown(context)
    },
  }),
  reload: call('POST /reload', {
    summary: 'Reads fixture and scenario files again, as --watch does; sandboxes that exist keep their rows',
    changesSandbox: false,
    act: (context) => {
      context.start.reload()
      return shown(context)
    },
  }),
}
