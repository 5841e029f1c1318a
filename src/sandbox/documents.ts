import { bytesOfScenario, fixtureBytes, generatedBytes } from '../testing/fixtures/document-bytes.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import type { Invention } from '../kernel/invention.ts'
import type { WorldConfig } from './world-config.ts'

/** The documents that a world is made from, and what was invented about them: other worlds may share them. */
export interface WorldSources {
  readonly config: WorldConfig
  readonly fixture: Fixture
  readonly invention: Invention
}

/** The documents that a world is made from, and what was made of them, with their bytes. Other worlds may share them. */
export const documentsOf = ({ config, fixture, invention }: WorldSources): ReadonlyMap<object, number> =>
  new Map<object, number>([
    [config.fixture, fixtureBytes(config.fixture)],
    [fixture, fixtureBytes(fixture)],
    [invention, generatedBytes(fixture)],
    ...(config.scenario === undefined ? [] : [[config.scenario, bytesOfScenario(config.scenario)] as const]),
  ])
