import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import { type Fixture, generatedRows } from '../testing/fixtures/document.ts'
import type { Params } from '../testing/scenarios/params.ts'
import { scenarioConfig } from '../sandbox/scenario-config.ts'
import type { WorldConfig } from '../sandbox/world-config.ts'
import { SteeringError } from './error.ts'

/** Rows that a document in a call may have generated. All of them are invented at once when the first is read, so many would hold up other requests. */
export const MAX_GENERATED_BY_CALL = 1000

/** @throws SteeringError `too_large` when a fixture that came with a call generates more */
export function checkGenerated(fixture: Fixture): Fixture {
  const count = generatedRows(fixture)
  if (count <= MAX_GENERATED_BY_CALL) return fixture
  throw new SteeringError(
    'too_large',
    `generate has ${count} rows: a document that comes with a call has ${MAX_GENERATED_BY_CALL} in all`,
    'put it in a file that the server is started with',
  )
}

/** A start under a scenario, by name or as the document that came with a call. @throws SteeringError, DocumentError */
export function startUnder(
  documents: DocumentStore,
  base: WorldConfig,
  choice: string | object,
  params: Params = {},
): WorldConfig {
  const scenario = documents.scenario(choice, params)
  const start = scenarioConfig(documents, base, scenario)
  if (typeof choice === 'object' && scenario.inlineFixture !== undefined) checkGenerated(start.fixture)
  return start
}
