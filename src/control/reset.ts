import { z } from 'zod'
import { strictObject } from '../kernel/wire.ts'
import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { WorldConfig } from '../sandbox/world-config.ts'
import { call } from './call.ts'
import { clockState, shownClock } from './clock.ts'
import { checkGenerated, startUnder } from './generated.ts'
import { changes } from './start-changes.ts'

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
