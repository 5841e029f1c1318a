import { baseConfig } from '../sandbox/base-config.ts'
import { type Engine, engineOver, type ServingOptions } from '../server/engine.ts'
import type { Service } from '../server/service.ts'
import { precompiledFixture } from '../testing/fixtures/precompiled-fixture.ts'
import { declaredKeys, type DeclaredKey } from '../testing/fixtures/declared-keys.ts'
import { safeBudgetMib } from '../node/heap.ts'
import { withUserDocuments } from '../node/files/library.ts'
import { openVitals } from '../node/vitals.ts'
import { loadPages } from '../node/load-pages.ts'
import { type SimulatorOptions, withDefaults } from '../sandbox/options.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { Output } from './io.ts'

/** Options of the simulator as the command line gives them. */
export interface SimulationOptions extends Omit<SimulatorOptions, 'fixture' | 'scenario'> {
  readonly fixture: readonly string[]
  readonly scenario?: string
}

export interface Simulation {
  readonly engine: Engine
  /** The keys that its fixtures spell out. */
  readonly keys: () => readonly DeclaredKey[]
}

/**
 * A world of one shipped fixture starts at once: control API, pages and scenarios are loaded by the first request for them.
 * @throws DocumentError when a fixture, a scenario or the library cannot be used
 */
export async function openSimulation(options: SimulationOptions, further: ServingOptions): Promise<Simulation> {
  const engineOptions = engineOptionsOf(options, further)
  const { fixtures } = engineOptions
  const fixture = options.scenario === undefined ? precompiledFixture(fixtures, options.fixture) : undefined
  if (fixture === undefined) {
    const { loadSimulation } = await import('./load-simulation.ts')
    return loadSimulation(options, further)
  }
  const base = baseConfig(fixture, engineOptions)
  const openService = async (sandboxes: Sandboxes): Promise<Service> => {
    const { serviceOver } = await import('../server/open-engine.ts')
    const { DocumentStore } = await import('../testing/fixtures/document-store.ts')
    return serviceOver(sandboxes, new DocumentStore(engineOptions, { names: options.fixture, fixture }), engineOptions)
  }
  return {
    engine: engineOver({ base, initial: base }, openService, engineOptions),
    keys: () => declaredKeys(options.fixture.map((name) => fixtures.find(name)?.value)),
  }
}

/** Prints defects of the simulator. */
export const defectsTo = (stderr: Output) => ({ onDefect: (error: Error) => void stderr.write(`${error.stack}\n`) })

/** @throws DocumentError when a file or the library cannot be used */
export function engineOptionsOf(options: SimulationOptions, further: ServingOptions) {
  const { fixture, scenario, library } = options
  const given = withDefaults({ ...options, library: undefined })
  return {
    ...given,
    ...further,
    fixture,
    scenario,
    memoryBudgetMib: safeBudgetMib(given.memoryBudgetMib),
    ...withUserDocuments({ library, fixture, scenario: scenario === undefined ? [] : [scenario] }),
    pages: loadPages,
    vitals: openVitals(),
  }
}
