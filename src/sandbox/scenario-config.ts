import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { DocumentError, type Place } from '../testing/fixtures/problem.ts'
import { readFixture } from '../testing/fixtures/read.ts'
import type { Scenario } from '../testing/scenarios/document.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
import type { WorldConfig } from './world-config.ts'

/** The config of a world under a scenario: what the scenario names replaces what the server was started with. */
export function scenarioConfig(documents: DocumentStore, base: WorldConfig, scenario: ActiveScenario): WorldConfig {
  const { clock, rate_limit, progression, dialect, rules } = scenario.document
  const fixture = fixtureOf(documents, scenario)
  return {
    ...base,
    scenario,
    ...(fixture && { fixture, dataOf: scenario.name }),
    clock: clock ?? base.clock,
    rateLimit: rate_limit ?? base.rateLimit,
    progression: progression?.instances ?? base.progression,
    dialect: dialect ?? base.dialect,
    ...(rules && { chosen: [...base.chosen, { choices: rules, by: `scenario ${scenario.name}` }] }),
  }
}

/** @throws DocumentError when the fixture that a scenario names or writes out cannot be used */
export function fixtureOf(
  documents: DocumentStore,
  {
    document: { fixture },
    inlineFixture,
    locate,
  }: Pick<ActiveScenario, 'inlineFixture' | 'locate'> & { readonly document: Pick<Scenario, 'fixture'> },
): Fixture | undefined {
  if (inlineFixture !== undefined) return readFixture([inlineFixture])
  try {
    return fixture === undefined ? undefined : documents.fixture(fixture)
  } catch (error) {
    throw error instanceof DocumentError ? placeProblems(error, locate(['fixture'])) : error
  }
}

/** Adds to problems of a fixture without a file the place in the scenario that names the fixture. */
const placeProblems = ({ problems }: DocumentError, place: Place): DocumentError =>
  new DocumentError(
    problems.map((problem) =>
      problem.file === undefined ? { ...problem, ...place, path: ['fixture', ...problem.path] } : problem,
    ),
  )
