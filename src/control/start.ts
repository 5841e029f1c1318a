import { z } from 'zod'
import { isoInstant } from '../kernel/clock.ts'
import { dialects } from '../kernel/rules-in-force.ts'
import { strictObject } from '../kernel/wire.ts'
import { call, type CallContext } from './call.ts'
import { shownClock, clockState } from './clock.ts'
import { changes, checkGenerated, startChanges, startUnder } from './server-start.ts'
import type { ShownStart } from './types.ts'
import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { WorldConfig } from '../sandbox/world-config.ts'

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
      context.start.replace(to, context.sandboxes)
      return shown(context)
    },
  }),
  reload: call('POST /reload', {
    summary: 'Reads fixture and scenario files again, as --watch does; existing sandboxes keep their rows',
    shows: shownStart,
    changesSandbox: false,
    act: (context) => {
      context.start.reload(context.sandboxes)
      return shown(context)
    },
  }),
}

/** A start with the dialect and the rules that a reset named. */
export const under = (start: WorldConfig, named: WorldConfig['named'] = {}): WorldConfig => ({
  ...start,
  dialect: named.dialect ?? start.dialect,
  chosen: [...start.chosen, ...(named.chosen ?? [])],
  named,
})

/** @throws DocumentError when a fixture or a scenario cannot be used */
export function restart(documents: DocumentStore, sandbox: Sandbox, to: z.output<typeof changes> = {}): void {
  const { fixture, scenario, dialect, rules, ...rest } = to
  const { initial, base } = sandbox.configs
  const start = scenario === undefined ? initial : startUnder(documents, base, scenario)
  const data = fixture === undefined ? {} : { fixture: documents.fixture(fixture), dataOf: undefined }
  if (data.fixture !== undefined && typeof fixture === 'object' && !Array.isArray(fixture)) checkGenerated(data.fixture)
  const named = { dialect, chosen: rules && [{ choices: rules, by: 'a reset' }] }
  sandbox.reset({ ...under(start, named), ...rest, ...data })
}

export const reset = call('POST /reset', {
  summary: 'Resets the sandbox to the start, or to a start with the named changes',
  takes: changes,
  shows: strictObject({ reset: z.literal(true), sandbox: z.string(), clock: shownClock }),
  act: ({ documents, sandbox }, to) => restart(documents, sandbox, to),
  tells: () => 'reset',
  show: (_, { sandbox }) => ({ reset: true, sandbox: sandbox.name, clock: clockState(sandbox.world) }),
})
