import { baseConfig } from '../sandbox/base-config.ts'
import { AccessControl } from '../control/access.ts'
import { type Engine, engineOver } from './engine.ts'
import { exampleResponses, touchesUnder } from './example-worlds.ts'
import { createService, type LoadPages, type Service } from './service.ts'
import { DocumentStore } from '../testing/fixtures/document-store.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { frozenLibrary } from '../testing/fixtures/frozen-library.ts'
import { type Libraries, shippedFixtures, shippedScenarios } from '../testing/fixtures/library.ts'
import { checkOptions, defaults, type SimulatorOptions } from '../sandbox/options.ts'
import type { LiveSweep } from '../report/sweep/live-sweep.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { reloadProblems } from '../sandbox/reload-problems.ts'
import { scenarioConfig } from '../sandbox/scenario-config.ts'
import { openWorld, type WorldConfigs } from '../sandbox/world.ts'

export interface EngineOptions extends SimulatorOptions, ServiceOptions {
  /** Whether files are read once, now, until a reload. Else each is read when its name is used. */
  readonly freezesDocuments?: boolean
}

/** What the service is made with, besides what it is about. */
export interface ServiceOptions extends Pick<SimulatorOptions, 'controlToken' | 'allowedHosts'> {
  /** Where there are pages for people. */
  readonly pages?: LoadPages
  /** The sweep that they show. */
  readonly sweep?: LiveSweep
}

/** An engine with the documents that its worlds start from. */
export interface LoadedEngine extends Engine {
  readonly documents: DocumentStore
  /**
   * Reads fixtures and scenarios again. What sandboxes hold stays; new ones and resets start from what was read,
   * and the faults and stubs of the scenario that the server was started with are renewed.
   * @throws DocumentError when a file can be used no more, or has changed and cannot be used; then everything stays as it was
   */
  readonly reload: () => void
}

/**
 * @throws DocumentError when the fixture or the scenario cannot be used
 * @throws RangeError when a rate limit or the clock cannot be used
 */
export function openEngine(options: EngineOptions = {}): LoadedEngine {
  checkOptions(options)
  const read = () => {
    const fresh = new DocumentStore(librariesOf(options))
    return { documents: fresh, configs: worldConfigs(fresh, options) }
  }
  const { documents, configs } = read()
  const engine = engineOver(configs, (sandboxes) => serviceOver(sandboxes, documents, options), options)
  return {
    ...engine,
    documents,
    reload: () => {
      const { scenario: before } = configs.initial
      const next = read()
      openWorld(next.configs.initial)
      const problems = reloadProblems(
        { documents, base: configs.base },
        { documents: next.documents, base: next.configs.base },
      )
      if (problems.length > 0) throw new DocumentError(problems)
      documents.adopt(next.documents)
      Object.assign(configs, next.configs)
      const { scenario: after } = next.configs.initial
      if (before !== undefined && after !== undefined) engine.sandboxes.renewFaultsAndStubs(before, after)
    },
  }
}

function librariesOf({
  fixtures = shippedFixtures,
  scenarios = shippedScenarios,
  freezesDocuments = false,
}: Pick<EngineOptions, 'fixtures' | 'scenarios' | 'freezesDocuments'>): Libraries {
  return freezesDocuments
    ? { fixtures: frozenLibrary(fixtures), scenarios: frozenLibrary(scenarios) }
    : { fixtures, scenarios }
}

function worldConfigs(documents: DocumentStore, options: SimulatorOptions): WorldConfigs {
  const { scenario } = options
  const base = baseConfig(documents.fixture(options.fixture ?? defaults.fixture), options)
  return {
    base,
    initial: scenario === undefined ? base : scenarioConfig(documents, base, documents.scenario(scenario)),
  }
}

/** The whole service. */
export function serviceOver(
  sandboxes: Sandboxes,
  documents: DocumentStore,
  { controlToken, allowedHosts = defaults.allowedHosts, pages, sweep }: ServiceOptions,
): Service {
  return createService({
    documents,
    sandboxes,
    access: new AccessControl(controlToken, allowedHosts),
    pages,
    sweep,
    examples: exampleResponses,
    touches: touchesUnder,
  })
}
