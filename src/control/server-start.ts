import { z } from 'zod'
import { isObject } from '../kernel/object.ts'
import { seedText } from '../kernel/names.ts'
import { dialects } from '../kernel/rules-in-force.ts'
import { namedValues, strictObject } from '../kernel/wire.ts'
import { ruleChoices } from '../marketplace/rule-choices.ts'
import { defaults, type SimulatorOptions } from '../sandbox/options.ts'
import { reloadProblems } from '../sandbox/reload-problems.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandbox/sandboxes.ts'
import { scenarioConfig } from '../sandbox/scenario-config.ts'
import { baseConfig, type WorldConfig, type WorldConfigs } from '../sandbox/world-config.ts'
import { openWorld } from '../sandbox/world.ts'
import { DocumentStore } from '../testing/fixtures/document-store.ts'
import { type Fixture, generatedRows } from '../testing/fixtures/document.ts'
import { shippedFixtures, shippedScenarios } from '../testing/fixtures/library.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { clockSpec } from '../testing/scenarios/clock-spec.ts'
import type { Params } from '../testing/scenarios/params.ts'
import { SteeringError } from './error.ts'

const document = namedValues(z.unknown())

/** In what a reset differs from the start of the server. */
export const changes = strictObject({
  fixture: z
    .union([z.string(), z.array(z.string()), document])
    .optional()
    .describe('A name, a list of names, or a fixture document.'),
  seed: z.union([seedText, z.number().transform(String)]).optional(),
  clock: clockSpec.optional(),
  scenario: z.union([z.string(), document]).optional().describe('A name, or a scenario document.'),
  dialect: z.enum(dialects).optional().describe('The dialect of the simulated service.'),
  rules: ruleChoices.optional().describe('Choices at single rules, by their ids.'),
})

export const startChanges = changes.extend({
  scenario: z
    .union([z.string(), document, z.null()])
    .optional()
    .describe('A name, a scenario document, or null for none.'),
})

/** In what a start differs from the one before; `rules` are all that are chosen. */
export type StartChanges = z.output<typeof startChanges>

/** Rows that a document in a call may have generated. All of them are invented at once when the first is read, so many would hold up other requests. */
export const MAX_GENERATED_BY_CALL = 1000

/** @throws SteeringError `too_large` when a fixture that came with a call generates more */
export function checkGenerated(fixture: Fixture): Fixture {
  const count = generatedRows(fixture)
  if (count <= MAX_GENERATED_BY_CALL) return fixture
  throw new SteeringError(
    'too_large',
    `generate has ${count} rows: a document that comes with a call has ${MAX_GENERATED_BY_CALL} in all`,
    'put it in a file that the server is started with',
  )
}

/** A start under a scenario, by name or as the document that came with a call. @throws SteeringError, DocumentError */
export function startUnder(
  documents: DocumentStore,
  base: WorldConfig,
  choice: string | object,
  params: Params = {},
): WorldConfig {
  const scenario = documents.scenario(choice, params)
  const start = scenarioConfig(documents, base, scenario)
  if (typeof choice === 'object' && scenario.inlineFixture !== undefined) checkGenerated(start.fixture)
  return start
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
export class ServerStart {
  readonly documents: DocumentStore
  readonly configs: WorldConfigs
  #options: SimulatorOptions

  /** @throws DocumentError, RangeError when the options cannot be used */
  constructor(options: SimulatorOptions) {
    const { fixtures = shippedFixtures, scenarios = shippedScenarios } = options
    this.documents = new DocumentStore({ fixtures, scenarios })
    this.configs = worldConfigs(this.documents, options)
    this.#options = options
  }

  /**
   * Reads fixtures and scenarios again. What sandboxes hold stays; new ones and resets start from what was read,
   * and the faults and stubs of the scenario that the server was started with are renewed.
   * @throws DocumentError when a file can be used no more, or has changed and cannot be used; then everything stays as it was
   */
  reload(sandboxes: Sandboxes): void {
    const { configs, documents } = this
    const { scenario: before } = configs.initial
    const next = new ServerStart(this.#options)
    openWorld(next.configs.initial)
    const problems = reloadProblems(
      { documents, base: configs.base },
      { documents: next.documents, base: next.configs.base },
    )
    if (problems.length > 0) throw new DocumentError(problems)
    documents.renewFrom(next.documents)
    Object.assign(configs, next.configs)
    const { scenario: after } = next.configs.initial
    if (before !== undefined && after !== undefined) sandboxes.renewFaultsAndStubs(before, after)
  }

  /** @throws DocumentError, SteeringError `too_large`, NoRoomError when it cannot be used; then everything stays as it was */
  replace({ scenario, ...changes }: StartChanges, sandboxes: Sandboxes): void {
    const kept = { ...this.#options, ...changes }
    const options = scenario === undefined ? kept : { ...kept, scenario: scenario ?? undefined }
    const configs = worldConfigs(this.documents, options)
    if (isDocument(changes.fixture)) checkGenerated(configs.base.fixture)
    if (isDocument(scenario)) checkGenerated(configs.initial.fixture)
    const { memory } = sandboxes
    memory.keepDocuments('this start', openWorld(configs.initial), sandboxes.peek(DEFAULT_SANDBOX))
    this.#options = options
    Object.assign(this.configs, configs)
  }
}

/** Whether a document came in place of a name. */
const isDocument = (choice: unknown): boolean => isObject(choice) && !Array.isArray(choice)
