import { inlineSource, type Source } from '../testing/fixtures/source.ts'
import type { FixtureChoice, Library } from '../testing/fixtures/library.ts'
import { sourceOf } from '../testing/fixtures/named-source.ts'
import type { ServingOptions } from '../server/engine.ts'
import { type LoadedEngine, type EngineOptions, openEngine } from '../server/open-engine.ts'
import { declaredKeys } from '../testing/fixtures/declared-keys.ts'
import { engineOptionsOf, type Simulation, type SimulationOptions } from './simulation.ts'

/** A simulation whose documents are read at once. */
export interface LoadedSimulation extends Simulation {
  readonly engine: LoadedEngine
}

/** @throws DocumentError when a fixture, a scenario or the library cannot be used */
export function loadSimulation(
  options: SimulationOptions,
  further: ServingOptions & Pick<EngineOptions, 'freezesDocuments'>,
): LoadedSimulation {
  const engineOptions = engineOptionsOf(options, further)
  const { fixture, scenario } = engineOptions
  const engine = openEngine({ ...engineOptions, freezesDocuments: further.freezesDocuments })
  const keys = () => {
    const started = scenario === undefined ? undefined : engine.start.documents.scenario(scenario).document.fixture
    return declaredKeys(sourcesOf(started ?? fixture, engineOptions.fixtures).map(({ value }) => value))
  }
  return { engine, keys }
}

/** The fixture documents that the world starts from, for the keys that they spell out. */
function sourcesOf(choice: FixtureChoice, fixtures: Library): readonly Source[] {
  if (typeof choice === 'string') return [sourceOf(fixtures, 'fixture', choice)]
  return Array.isArray(choice)
    ? choice.map((name) => sourceOf(fixtures, 'fixture', String(name)))
    : [inlineSource(choice)]
}
