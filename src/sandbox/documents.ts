import { valueBytes } from '../kernel/memory-size.ts'
import { memoizeByObject } from '../kernel/memoize-by-object.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
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

/** The memory of the rows that a fixture writes. */
export const fixtureBytes = memoizeByObject((fixture: Fixture) => valueBytes(fixture))

/** The memory of a scenario: as it was written, and as it was read. */
const bytesOfScenario = memoizeByObject(({ written }: ActiveScenario) => 2 * valueBytes(written))

/** Measured, with all invented fields of a row; a listing has its disk. */
const BYTES_PER_GENERATED = { offers: 200, network_volume_offers: 1200, templates: 3500, instances: 9000 } as const

/** The memory of the rows that a fixture generates. */
export function generatedBytes({ generate }: Pick<Fixture, 'generate'>): number {
  if (generate === undefined) return 0
  return (
    generate.offers * BYTES_PER_GENERATED.offers +
    generate.network_volume_offers * BYTES_PER_GENERATED.network_volume_offers +
    generate.templates * BYTES_PER_GENERATED.templates +
    generate.instances * BYTES_PER_GENERATED.instances
  )
}
