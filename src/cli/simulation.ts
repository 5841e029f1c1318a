import { bareStart } from '../sandbox/bare-start.ts'
import { type Engine, engineOver, type ServingOptions } from '../server/engine.ts'
import type { Service } from '../server/service.ts'
import { checkedFixture } from '../testing/fixtures/checked-fixture.ts'
import { declaredKeys, type DeclaredKey } from '../testing/fixtures/declared-keys.ts'
import { safeBudgetMib } from '../node/heap.ts'
import { layered } from '../node/files/library.ts'
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
 * A world of one shipped fixture starts at once, and the rest is read when a request needs it.
 * @throws DocumentError when a fixture, a scenario or the library cannot be used
 */
export async function openSimulation(options: SimulationOptions, further: ServingOptions): Promise<Simulation> {
  const engineOptions = engineOptionsOf(options, further)
  const { fixtures } = engineOptions
  const checked = options.scenario === undefined ? checkedFixture(fixtures, options.fixture) : undefined
  if (checked === undefined) {
    const { openCatalogued } = await import('./catalogued.ts')
    return openCatalogued(options, further)
  }
  const bare = bareStart(checked, engineOptions)
  const serviceOver = async (sandboxes: Sandboxes): Promise<Service> => {
    const whole = await import('../server/open-engine.ts')
    return whole.serviceOver(sandboxes, whole.catalogueOf(engineOptions), engineOptions)
  }
  return {
    engine: engineOver({ bare, initial: bare }, serviceOver, engineOptions),
    keys: () => declaredKeys(options.fixture.map((name) => fixtures.find(name)?.value)),
  }
}

/** Where a defect of the simulator is told. */
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
    ...layered({ library, fixture, scenario: scenario === undefined ? [] : [scenario] }),
    pages: loadPages,
  }
}
