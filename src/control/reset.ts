import { z } from 'zod'
import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import { clockSpec } from '../testing/scenarios/clock-spec.ts'
import { MAX_SEED } from '../kernel/invention.ts'
import { strictObject } from '../kernel/wire.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { call } from './call.ts'
import { clockState } from './clock.ts'
import { checkGenerated, startUnder } from './generated.ts'

const document = z.looseObject({})

/** In what a reset differs from the start of the server. */
const changes = strictObject({
  fixture: z
    .union([z.string(), z.array(z.string()), document])
    .optional()
    .describe('A name, a list of names, or a fixture document.'),
  seed: z.union([z.string().max(MAX_SEED), z.number().transform(String)]).optional(),
  clock: clockSpec.optional(),
  scenario: z.union([z.string(), document]).optional().describe('A name, or a scenario document.'),
})

/** @throws DocumentError when a fixture or a scenario cannot be used */
export function restart(documents: DocumentStore, sandbox: Sandbox, to: z.output<typeof changes> = {}): void {
  const { fixture, scenario, ...rest } = to
  const { initial, base } = sandbox.configs
  const start = scenario === undefined ? initial : startUnder(documents, base, scenario)
  const data = fixture === undefined ? {} : { fixture: documents.fixture(fixture), dataOf: undefined }
  if (data.fixture !== undefined && typeof fixture === 'object' && !Array.isArray(fixture)) checkGenerated(data.fixture)
  sandbox.reset({ ...start, ...rest, ...data })
}

export const reset = call('POST /reset', {
  summary: 'Back to the starting state, or to one that differs in what is named',
  takes: changes,
  act: ({ documents, sandbox }, to) => restart(documents, sandbox, to),
  show: (_, { sandbox }) => ({ reset: true, sandbox: sandbox.name, clock: clockState(sandbox.world) }),
})
