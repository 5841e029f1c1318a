import type { Start, StartChanges } from '../control/start-changes.ts'
import { checkGenerated } from '../control/state.ts'
import { isObject } from '../kernel/object.ts'
import { baseConfig } from '../sandbox/world-config.ts'
import { defaults, type SimulatorOptions } from '../sandbox/options.ts'
import { reloadProblems } from '../sandbox/reload-problems.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandbox/sandboxes.ts'
import { scenarioConfig } from '../sandbox/scenario-config.ts'
import { openWorld } from '../sandbox/world.ts'
import { type WorldConfigs } from '../sandbox/world-config.ts'
import { DocumentStore } from '../testing/fixtures/document-store.ts'
import { shippedFixtures, shippedScenarios } from '../testing/fixtures/library.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'

/** Documents, and the configs made from them. */
export interface ReadStart {
  readonly documents: DocumentStore
  readonly configs: WorldConfigs
}

/** @throws DocumentError, RangeError when the options cannot be used */
export function readStart(options: SimulatorOptions): ReadStart {
  const { fixtures = shippedFixtures, scenarios = shippedScenarios } = options
  const documents = new DocumentStore({ fixtures, scenarios })
  return { documents, configs: worldConfigs(documents, options) }
}

function worldConfigs(documents: DocumentStore, options: SimulatorOptions): WorldConfigs {
  const { scenario } = options
  const base = baseConfig(documents.fixture(options.fixture ?? defaults.fixture), options)
  return {
    base,
    initial: scenario === undefined ? base : scenarioConfig(documents, base, documents.scenario(scenario)),
  }
}

/** What the sandboxes of a server start from. */
export class ServerStart implements Start {
  readonly documents: DocumentStore
  readonly configs: WorldConfigs
  readonly #sandboxes: Sandboxes
  #options: SimulatorOptions

  /** @param options what the start was read with; a reload reads it again */
  constructor({ documents, configs }: ReadStart, sandboxes: Sandboxes, options: SimulatorOptions) {
    this.documents = documents
    this.configs = configs
    this.#sandboxes = sandboxes
    this.#options = options
  }

  /**
   * Reads fixtures and scenarios again. What sandboxes hold stays; new ones and resets start from what was read,
   * and the faults and stubs of the scenario that the server was started with are renewed.
   * @throws DocumentError when a file can be used no more, or has changed and cannot be used; then everything stays as it was
   */
  reload(): void {
    const { configs, documents } = this
    const { scenario: before } = configs.initial
    const next = readStart(this.#options)
    openWorld(next.configs.initial)
    const problems = reloadProblems(
      { documents, base: configs.base },
      { documents: next.documents, base: next.configs.base },
    )
    if (problems.length > 0) throw new DocumentError(problems)
    documents.renewFrom(next.documents)
    Object.assign(configs, next.configs)
    const { scenario: after } = next.configs.initial
    if (before !== undefined && after !== undefined) this.#sandboxes.renewFaultsAndStubs(before, after)
  }

  /** @throws DocumentError, SteeringError `too_large`, NoRoomError when it cannot be used; then everything stays as it was */
  replace({ scenario, ...changes }: StartChanges): void {
    const kept = { ...this.#options, ...changes }
    const options = scenario === undefined ? kept : { ...kept, scenario: scenario ?? undefined }
    const configs = worldConfigs(this.documents, options)
    if (isDocument(changes.fixture)) checkGenerated(configs.base.fixture)
    if (isDocument(scenario)) checkGenerated(configs.initial.fixture)
    const { memory } = this.#sandboxes
    memory.keepDocuments('this start', openWorld(configs.initial), this.#sandboxes.peek(DEFAULT_SANDBOX))
    this.#options = options
    Object.assign(this.configs, configs)
  }
}

/** Whether a document came in place of a name. */
const isDocument = (choice: unknown): boolean => isObject(choice) && !Array.isArray(choice)
