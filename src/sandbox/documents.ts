import { bytesOfScenario, fixtureBytes, generatedBytes } from '../testing/fixtures/document-bytes.ts'
import type { WorldSources } from './world.ts'

/** The documents that a world is made from, and what was made of them, with their bytes. Other worlds may share them. */
export const documentsOf = ({ config, fixture, invention }: WorldSources): ReadonlyMap<object, number> =>
  new Map<object, number>([
    [config.fixture, fixtureBytes(config.fixture)],
    [fixture, fixtureBytes(fixture)],
    [invention, generatedBytes(fixture)],
    ...(config.scenario === undefined ? [] : [[config.scenario, bytesOfScenario(config.scenario)] as const]),
  ])
