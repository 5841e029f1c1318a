import { baseConfig } from '../sandbox/world-config.ts'
import { type Engine, engineOver, type ServingOptions } from '../server/engine.ts'
import type { Service } from '../server/service.ts'
import { shippedFixtures, shippedScenarios } from '../testing/fixtures/library.ts'
import { precompiledFixture } from '../testing/fixtures/precompiled-fixture.ts'
import { declaredKeys, type DeclaredKey } from '../testing/fixtures/declared-keys.ts'
import { safeBudgetMib } from '../node/heap.ts'
import { withUserDocuments } from '../node/files/library.ts'
import { openVitals } from '../node/vitals.ts'
import { openMetrics } from '../node/metrics/open-metrics.ts'
import { loadPages } from '../node/load-pages.ts'
import { type SimulatorOptions, withDefaults } from '../sandbox/options.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { withInlineDocuments } from './inline-document.ts'
import type { Output } from './io.ts'

/** Options of the simulator as the command line gives them. */
export interface SimulationOptions extends Omit<SimulatorOptions, 'fixture' | 'scenario'> {
  readonly fixture: readonly string[]
  readonly scenario?: string
  /** The files of the project's config, where there is one. */
  readonly configFiles?: string
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
  const { fixtures, fixture: names } = engineOptions
  const fixture = engineOptions.scenario === undefined ? precompiledFixture(fixtures, names) : undefined
  if (fixture === undefined) {
    const { loadSimulation } = await import('./load-simulation.ts')
    return loadSimulation(options, further)
  }
  const base = baseConfig(fixture, engineOptions)
  const configs = { base, initial: base }
  const openService = async (sandboxes: Sandboxes): Promise<Service> => {
    const { serviceOver } = await import('../server/open-engine.ts')
    const { ServerStart } = await import('../server/server-start.ts')
    const { DocumentStore } = await import('../testing/fixtures/document-store.ts')
    const documents = new DocumentStore(engineOptions, { names, fixture })
    return serviceOver(new ServerStart({ documents, configs }, sandboxes, engineOptions), sandboxes, engineOptions)
  }
  return {
    engine: engineOver(configs, openService, engineOptions),
    keys: () => declaredKeys(names.map((name) => fixtures.find(name)?.value)),
  }
}

/** Prints defects of the simulator. */
export const defectsTo = (stderr: Output) => ({ onDefect: (error: Error) => void stderr.write(`${error.stack}\n`) })

/** @throws DocumentError when a file or the library cannot be used */
export function engineOptionsOf(options: SimulationOptions, further: ServingOptions) {
  const { library } = options
  const fixtures = withInlineDocuments(shippedFixtures, options.fixture, 'RENTAL_SIM_FIXTURE')
  const scenarios = withInlineDocuments(shippedScenarios, [options.scenario ?? []].flat(), 'RENTAL_SIM_SCENARIO')
  const fixture = fixtures.names
  const [scenario] = scenarios.names
  const given = withDefaults({ ...options, library: undefined })
  const base = { fixtures: fixtures.library, scenarios: scenarios.library }
  return {
    ...given,
    ...further,
    fixture,
    scenario,
    memoryBudgetMib: safeBudgetMib(given.memoryBudgetMib),
    ...withUserDocuments({ library, fixture, scenario: scenarios.names }, base),
    pages: further.pages ?? loadPages,
    vitals: openVitals(),
    metrics: openMetrics(),
  }
}
