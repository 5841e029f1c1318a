import type { Params } from '../testing/scenarios/params.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
import type { ProviderValues } from './types.ts'
import { type Collection, collections, declarations, type StoredRow, type Tables } from '../marketplace/collections.ts'
import { z } from 'zod'
import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import { nearest } from '../kernel/nearest.ts'
import { fixtureOf, scenarioConfig } from '../sandbox/scenario-config.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { World } from '../sandbox/world.ts'
import { layered } from '../testing/scenarios/layered.ts'
import { scalar } from '../testing/scenarios/document.ts'
import { call } from './call.ts'
import { clockState, shownClock } from './clock.ts'
import { SteeringError } from './error.ts'
import { restart } from './start.ts'
import { type Activation, activation, startAnew } from './scenario.ts'
import { stateParamsSchema } from './state-params.ts'

/**
 * The identifiers of the rows with the lowest id of each collection, and the parameters of the scenario.
 * Of rental offers it is the first that is free. API keys are never among them.
 */
function providerValues(tables: Tables, scenario: ActiveScenario | undefined): ProviderValues {
  const ids = collections.flatMap((name) => Object.entries(valuesOf(tables, name, tables[name].values())))
  return { ...Object.fromEntries(ids), ...paramsOf(scenario) }
}

function valuesOf<C extends Collection>(tables: Tables, name: C, rows: readonly StoredRow<C>[]): ProviderValues {
  const { pact, isUsableInPact } = declarations[name]
  const first = isUsableInPact === undefined ? rows[0] : rows.find((row) => isUsableInPact(row, tables))
  return first === undefined ? {} : pact(first)
}

function paramsOf(scenario: ActiveScenario | undefined): Params {
  const defaults = Object.entries(scenario?.document.params ?? {}).flatMap(([name, param]) =>
    param.default === undefined ? [] : [[name, param.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...scenario?.params }
}

const MAX_NAMED_STATES = 3

/** A provider state, as a pact names it. */
export interface NamedState {
  readonly name: string
  readonly params: Params
}

/** Worlds that begin with provider states: until its first request, an interaction may add states to its world. */
const worldsOfStates = new WeakSet<World>()

/**
 * Resets a sandbox to a provider state: a scenario by its name or one of its `provider_states`; the empty one is the start.
 * Without a request since the state before, both are of one interaction and hold together.
 * The clock is that of any scenario that is started; the start has the clock of the start.
 * @throws SteeringError `not_found` when there is no such state, naming the nearest; DocumentError when its parameters do
 * not fit, or it contradicts those before
 */
export function setUpState(
  documents: DocumentStore,
  sandbox: Sandbox,
  state: string,
  { params = {}, clock }: Activation = {},
): ProviderValues {
  const { world } = sandbox
  const below = worldsOfStates.has(world) && world.journal.lastId === 0 ? world.config.scenario : undefined
  // After a refusal nobody can tell the states of one interaction from those of the next.
  worldsOfStates.delete(world)
  if (state === '') restart(documents, sandbox, clock && { clock })
  else {
    const scenario = statesTogether(documents, [{ name: state, params }], below)
    startAnew(sandbox, (base) => (scenario === undefined ? base : scenarioConfig(documents, base, scenario)), clock)
    worldsOfStates.add(sandbox.world)
  }
  const { tables, config } = sandbox.world
  return providerValues(tables, config.scenario)
}

/** Checks states of one interaction, in order, as `setUpState` does, and changes nothing. @throws SteeringError, DocumentError */
export function checkStates(documents: DocumentStore, states: readonly NamedState[]): void {
  const scenario = statesTogether(documents, states)
  if (scenario !== undefined && states.length > 1) fixtureOf(documents, scenario)
}

/** The scenario of states that hold together; undefined for the start. */
const statesTogether = (
  documents: DocumentStore,
  states: readonly NamedState[],
  below?: ActiveScenario,
): ActiveScenario | undefined =>
  states
    .filter(({ name }) => name !== '')
    .map(({ name, params }) => documents.scenario(scenarioFor(documents, name), params))
    .reduce((together: ActiveScenario | undefined, each) => (together ? layered(together, each) : each), below)

/** Back to the start. */
export const tearDownState = (sandbox: Sandbox): void => sandbox.reset()

/** Every provider state, with the scenario it stands for: a name wins over a state, and the first scenario over the others. */
function providerStates(documents: DocumentStore): ReadonlyMap<string, string> {
  const scenarios = documents.scenarios().toReversed()
  const states = scenarios.flatMap(({ name, provider_states }) =>
    provider_states.map((state) => [state, name] as const),
  )
  return new Map([...states, ...scenarios.map(({ name }) => [name, name] as const)])
}

/**
 * The scenario that a provider state stands for.
 * @throws SteeringError `not_found`, naming the nearest
 */
function scenarioFor(documents: DocumentStore, state: string): string {
  const states = providerStates(documents)
  const name = states.get(state)
  if (name !== undefined) return name
  const close = nearest(state, states.keys(), MAX_NAMED_STATES).map((each) => `"${each}"`)
  const known =
    close.length > 0
      ? `did you mean ${close.join(' or ')}?`
      : `rental-sim scenarios lists them, and ${stateOfYours(state)}`
  throw new SteeringError('not_found', `there is no provider state "${state}"; ${known}`)
}

/** A whole scenario that is this state, in YAML on one line. */
const stateOfYours = (state: string): string =>
  `rental-sim/scenarios/mine.yaml makes it one: { name: mine, description: mine, provider_states: [${JSON.stringify(state)}], fixture: default }`

/** Answers a setup with the values that a pact may put into its requests, and with the clock. */
export const providerState = call('POST /pact/provider-states', {
  summary:
    'Sets up a provider state, beside those of the same interaction, or goes back to the start; a setup answers with values for the pact',
  // A verifier may add fields of its own.
  takes: z.object({
    state: z.string().describe("A scenario's name, or one of its provider_states; empty: the start."),
    params: stateParamsSchema,
    action: z.enum(['setup', 'teardown']).default('setup'),
    clock: activation.shape.clock,
  }),
  shows: z.object({ clock: shownClock }).catchall(scalar),
  act: ({ documents, sandbox }, { state, action, ...how }) => {
    if (action === 'setup') return setUpState(documents, sandbox, state, how)
    tearDownState(sandbox)
    return {}
  },
  show: (values, { sandbox }) => ({ clock: clockState(sandbox.world), ...values }),
})
