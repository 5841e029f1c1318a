import { shippedFixtures, shippedScenarios } from '../testing/fixtures/library.ts'
import { withConfig } from './with-config.ts'
import { withUserDocuments } from './files/library.ts'
import { listen } from './listen.ts'
import { nodeFetch } from './node-fetch.ts'
import { safeBudgetMib } from './heap.ts'
import { writeTotals } from './processes/write-totals.ts'
import { openVitals } from './vitals.ts'
import { loadPages } from './load-pages.ts'
import { checkOptions } from '../sandbox/options.ts'
import type { FixtureChoice, Simulator, SimulatorOptions } from '../control/types.ts'
import type { ServingOptions } from '../server/engine.ts'
import { openSimulator } from '../server/simulator.ts'

/** A simulator in Node, with what a sweep gives it. */
export function openSimulatorInNode(given: SimulatorOptions, taken: Pick<ServingOptions, 'trial' | 'log'>): Simulator {
  checkOptions(given)
  const options = withConfig(given)
  const { library, fixture, fixtures = shippedFixtures, scenario, scenarios = shippedScenarios } = options
  const named = { library, fixture: namesOf(fixture), scenario: namesOf(scenario) }
  const memoryBudgetMib = safeBudgetMib(options.memoryBudgetMib)
  const read = { ...options, memoryBudgetMib, ...withUserDocuments(named, { fixtures, scenarios }) }
  return openSimulator(listen, { ...read, ...taken, vitals: openVitals(), nodeFetch }, loadPages, writeTotals)
}

const namesOf = (choice: FixtureChoice = []): readonly string[] =>
  [choice].flat().filter((name) => typeof name === 'string')
