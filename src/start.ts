import type { Catalogue } from './harness/catalogue.ts'
import type { ActiveScenario } from './harness/scenarios/read.ts'
import type { Start } from './world.ts'

/** A start under a scenario: what the scenario names replaces what the server was started with. */
export function startWith(catalogue: Catalogue, bare: Start, scenario: ActiveScenario): Start {
  const { fixture, clock, rate_limit, progression } = scenario.document
  return {
    ...bare,
    scenario,
    fixture: fixture === undefined ? bare.fixture : catalogue.fixture(fixture),
    clock: clock ?? bare.clock,
    rateLimit: rate_limit ?? bare.rateLimit,
    progression: progression?.instances ?? bare.progression,
  }
}
