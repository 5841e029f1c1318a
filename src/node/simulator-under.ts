import { shippedFixtures, shippedScenarios } from '../testing/fixtures/library.ts'
import { configured } from './configured.ts'
import { withUserDocuments } from './files/library.ts'
import { listen } from './listen.ts'
import { safeBudgetMib } from './heap.ts'
import { writeTotals } from './processes/write-totals.ts'
import { openVitals } from './vitals.ts'
import { loadPages } from './load-pages.ts'
import { checkOptions } from '../sandbox/options.ts'
import type { FixtureChoice, Simulator, SimulatorOptions } from '../control/types.ts'
import type { ServingOptions } from '../server/engine.ts'
import { simulatorWith } from '../server/simulator.ts'

/** A simulator in Node, with what a sweep gives it. */
export function simulatorUnder(given: SimulatorOptions, taken: Pick<ServingOptions, 'trial' | 'log'>): Simulator {
  checkOptions(given)
  const options = configured(given)
  const { library, fixture, fixtures = shippedFixtures, scenario, scenarios = shippedScenarios } = options
  const named = { library, fixture: namesIn(fixture), scenario: namesIn(scenario) }
  const memoryBudgetMib = safeBudgetMib(options.memoryBudgetMib)
  const read = { ...options, memoryBudgetMib, ...withUserDocuments(named, { fixtures, scenarios }) }
  return simulatorWith(listen, { ...read, ...taken, vitals: openVitals() }, loadPages, writeTotals)
}

const namesIn = (choice: FixtureChoice = []): readonly string[] =>
  [choice].flat().filter((name) => typeof name === 'string')
