import { openInNode } from '../node/create-simulator.ts'
import { openMetrics } from '../node/metrics/open-metrics.ts'
import { type SimulatorOptions, withDefaults } from '../sandbox/options.ts'
import type { OpenSimulator, Wiring } from '../server/open-simulator.ts'
import { type DeclaredKey, declaredKeys } from '../testing/fixtures/keys.ts'
import { shippedFixtures, shippedScenarios, sourceOf } from '../testing/fixtures/library.ts'
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
  readonly simulator: OpenSimulator
  /** The keys that its fixtures spell out. */
  readonly keys: () => readonly DeclaredKey[]
}

/** @throws DocumentError when a fixture, a scenario or the library cannot be used */
export function openSimulation(options: SimulationOptions, wiring: Wiring = {}): Simulation {
  const fixtures = withInlineDocuments(shippedFixtures, options.fixture, 'RENTAL_SIM_FIXTURE')
  const scenarios = withInlineDocuments(shippedScenarios, [options.scenario ?? []].flat(), 'RENTAL_SIM_SCENARIO')
  const fixture = fixtures.names
  const [scenario] = scenarios.names
  const simulator = openInNode(
    { ...withDefaults(options), fixture, fixtures: fixtures.library, scenario, scenarios: scenarios.library },
    { metrics: openMetrics(), ...wiring },
  )
  return { simulator, keys: () => declaredKeys(fixturesStartedFrom(simulator, fixture)) }
}

/** The fixture documents that the first world starts from. @param named where its scenario names none */
function fixturesStartedFrom(
  { start: { configs }, documents }: OpenSimulator,
  named: readonly string[],
): readonly unknown[] {
  const choice = configs.initial.scenario?.document.fixture ?? named
  if (typeof choice === 'object' && !Array.isArray(choice)) return [choice]
  const names: readonly unknown[] = [choice].flat()
  return names.map((name) => sourceOf(documents.libraries.fixtures, 'fixture', String(name)).value)
}

/** Prints defects of the simulator. */
export const defectsTo = (stderr: Output) => ({ onDefect: (error: Error) => void stderr.write(`${error.stack}\n`) })
