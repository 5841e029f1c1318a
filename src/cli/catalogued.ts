import { inlineSource, type Source } from '../testing/fixtures/source.ts'
import type { FixtureChoice, Library } from '../testing/fixtures/library.ts'
import { sourceOf } from '../testing/fixtures/named-source.ts'
import type { ServingOptions } from '../server/engine.ts'
import { type CataloguedEngine, type EngineOptions, openEngine } from '../server/open-engine.ts'
import { declaredKeys } from '../testing/fixtures/declared-keys.ts'
import { engineOptionsOf, type Simulation, type SimulationOptions } from './simulation.ts'

/** A simulation with its documents at hand. */
export interface CataloguedSimulation extends Simulation {
  readonly engine: CataloguedEngine
}

/** @throws DocumentError when a fixture, a scenario or the library cannot be used */
export function openCatalogued(
  options: SimulationOptions,
  further: ServingOptions & Pick<EngineOptions, 'holdsDocuments'>,
): CataloguedSimulation {
  const { fixture, scenario } = options
  const engineOptions = engineOptionsOf(options, further)
  const engine = openEngine({ ...engineOptions, holdsDocuments: further.holdsDocuments })
  const keys = () => {
    const started = scenario === undefined ? undefined : engine.catalogue.scenario(scenario).document.fixture
    return declaredKeys(sourcesOf(started ?? fixture, engineOptions.fixtures).map(({ value }) => value))
  }
  return { engine, keys }
}

/** The documents that the world starts from. */
function sourcesOf(choice: FixtureChoice, fixtures: Library): readonly Source[] {
  if (typeof choice === 'string') return [sourceOf(fixtures, 'fixture', choice)]
  return Array.isArray(choice)
    ? choice.map((name) => sourceOf(fixtures, 'fixture', String(name)))
    : [inlineSource(choice)]
}
