import { derived } from '../kernel/derived.ts'
import { valueBytes } from '../kernel/kept-bytes.ts'
import type { Fixture } from './fixtures/document.ts'
import type { ActiveScenario } from './scenarios/read.ts'

/** What the rows that a fixture writes take. */
export const fixtureBytes = derived((fixture: Fixture) => valueBytes(fixture))

/** What a scenario takes: as it was written, and as it is read. */
export const bytesOfScenario = derived(({ written }: ActiveScenario) => 2 * valueBytes(written))

/** Measured, with all that is invented about a row once it is shown; a listing has its disk. */
const BYTES_PER_GENERATED = { offers: 200, network_volume_offers: 1200, templates: 3500 } as const

/** What the rows that a fixture generates take, once they are made. */
export function generatedBytes({ generate }: Pick<Fixture, 'generate'>): number {
  if (generate === undefined) return 0
  return (
    generate.offers * BYTES_PER_GENERATED.offers +
    generate.network_volume_offers * BYTES_PER_GENERATED.network_volume_offers +
    generate.templates * BYTES_PER_GENERATED.templates
  )
}
