import { agendaOf } from '../sandbox/schedule.ts'
import { bareStart } from '../sandbox/bare-start.ts'
import { Doorkeeper } from '../control/access.ts'
import { collectExamples, type Examples, powerless, thresholds } from '../contract/examples.ts'
import { type Engine, engineOver } from './engine.ts'
import { createService, type LoadPages, type Service } from './service.ts'
import { Catalogue } from '../testing/fixtures/catalogue.ts'
import { readFixture } from '../testing/fixtures/read.ts'
import { inlineSource } from '../testing/fixtures/source.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { heldLibrary } from '../testing/fixtures/held-library.ts'
import { type Libraries, shippedFixtures, shippedScenarios } from '../testing/fixtures/library.ts'
import { sourceOf } from '../testing/fixtures/named-source.ts'
import { checkOptions, defaults, type SimulatorOptions } from '../sandbox/options.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandbox/sandboxes.ts'
import { spoiled } from '../sandbox/reload-problems.ts'
import { startWith } from '../sandbox/start.ts'
import { openWorld, type Starting } from '../sandbox/world.ts'

export interface EngineOptions extends SimulatorOptions, ServiceOptions {
  /** Documents stay as they are now, until a reload. Else they are read when they are asked for. */
  readonly holdsDocuments?: boolean
}

/** What the service is made with, besides what it is about. */
export interface ServiceOptions extends Pick<SimulatorOptions, 'controlToken' | 'allowedHosts'> {
  /** Where there are pages for people. */
  readonly pages?: LoadPages
}

/** An engine with the documents that its worlds start from. */
export interface CataloguedEngine extends Engine {
  readonly catalogue: Catalogue
  /**
   * Reads fixtures and scenarios again. What sandboxes hold stays; new ones and resets start from what was read,
   * and the faults of the scenario that the server was started with are renewed.
   * @throws DocumentError when a file can be used no more, or has changed and cannot be used; then everything stays as it was
   */
  readonly reload: () => void
}

/**
 * @throws DocumentError when the fixture or the scenario cannot be used
 * @throws RangeError when a rate limit or the clock cannot be used
 */
export function openEngine(options: EngineOptions = {}): CataloguedEngine {
  checkOptions(options)
  const read = () => {
    const libraries = librariesOf(options)
    const fresh = catalogueOf(libraries)
    return { libraries, catalogue: fresh, starting: startingOf(fresh, options) }
  }
  const { libraries, catalogue, starting } = read()
  let held = libraries
  const engine = engineOver(starting, (sandboxes) => serviceOver(sandboxes, catalogue, options), options)
  return {
    ...engine,
    catalogue,
    reload: () => {
      const { scenario: before } = starting.initial
      const next = read()
      openWorld(next.starting.initial)
      const problems = spoiled(
        { libraries: held, catalogue, bare: starting.bare },
        { ...next, bare: next.starting.bare },
      )
      if (problems.length > 0) throw new DocumentError(problems)
      held = next.libraries
      catalogue.adopt(next.catalogue)
      Object.assign(starting, next.starting)
      const { scenario: after } = next.starting.initial
      if (before !== undefined && after !== undefined) engine.sandboxes.renewFaults(before, after)
    },
  }
}

/** What there is to be named. */
export const catalogueOf = ({ fixtures, scenarios }: Libraries): Catalogue => new Catalogue(fixtures, scenarios)

function librariesOf({
  fixtures = shippedFixtures,
  scenarios = shippedScenarios,
  holdsDocuments = false,
}: Pick<EngineOptions, 'fixtures' | 'scenarios' | 'holdsDocuments'>): Libraries {
  return holdsDocuments
    ? { fixtures: heldLibrary(fixtures), scenarios: heldLibrary(scenarios) }
    : { fixtures, scenarios }
}

function startingOf(catalogue: Catalogue, options: SimulatorOptions): Starting {
  const { scenario } = options
  const bare = bareStart(catalogue.fixture(options.fixture ?? defaults.fixture), options)
  return { bare, initial: scenario === undefined ? bare : startWith(catalogue, bare, catalogue.scenario(scenario)) }
}

/** The whole service. */
export function serviceOver(
  sandboxes: Sandboxes,
  catalogue: Catalogue,
  { controlToken, allowedHosts = defaults.allowedHosts, pages }: ServiceOptions,
): Service {
  let examples: Promise<Examples> | undefined
  return createService({
    catalogue,
    sandboxes,
    door: new Doorkeeper(controlToken, allowedHosts),
    pages,
    examples: () => (examples ??= exampleAnswers()),
  })
}

/** The same for every simulator, whatever it was started with. */
function exampleAnswers(): Promise<Examples> {
  const fixture = readFixture([sourceOf(shippedFixtures, 'fixture', 'default'), inlineSource(powerless)])
  const start = bareStart(fixture, {
    seed: 'examples',
    clock: 'frozen',
    journalSize: 1,
    rateLimit: { thresholds },
  })
  const { respond, sandboxes } = engineOver({ initial: start, bare: start }, () => Promise.reject(new Error()), {})
  const { world } = sandboxes.get(DEFAULT_SANDBOX)
  return collectExamples({ fetch: respond, passMinute: () => world.clock.advance(60_000, agendaOf(world)) })
}
