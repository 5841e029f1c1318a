import { z } from 'zod'
import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import { shownSummary } from '../testing/scenarios/summary.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { clockSpec } from '../testing/scenarios/clock-spec.ts'
import { scalar } from '../testing/scenarios/document.ts'
import type { Params } from '../testing/scenarios/params.ts'
import type { ClockStart } from '../kernel/clock.ts'
import { shortName } from '../kernel/names.ts'
import { json, namedValues, strictObject } from '../kernel/wire.ts'
import type { ShownScenario } from './types.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { World } from '../sandbox/world.ts'
import type { WorldConfig } from '../sandbox/world-config.ts'
import { call, type CallContext } from './call.ts'
import { clockState, shownClock } from './clock.ts'
import { besides, unmetFaults } from './faults.ts'
import { startUnder } from './server-start.ts'
import { under } from './start.ts'

/** How a scenario is started. */
export interface Activation {
  readonly params?: Params
  /** Wins over the scenario's own. Where neither is, the sandbox's clock goes on as it is. */
  readonly clock?: ClockStart
}

/** Starts a scenario anew. @throws DocumentError when it cannot be used */
export const activate = (
  documents: DocumentStore,
  sandbox: Sandbox,
  choice: string | object,
  { params, clock }: Activation = {},
): void => startAnew(sandbox, (base) => startUnder(documents, base, choice, params), clock)

/** Resets to what is made of the start without a scenario. @param clock where it is not to go on, or be the scenario's */
export function startAnew(sandbox: Sandbox, startFrom: (base: WorldConfig) => WorldConfig, clock?: ClockStart): void {
  const { configs, world } = sandbox
  const start = startFrom(goingOn(sandbox))
  // The data of a reset or an import go, those of a scenario were never meant to stay.
  const losesData =
    start.fixture === configs.base.fixture && world.fixture !== start.fixture && world.config.dataOf === undefined
  try {
    sandbox.reset(clock === undefined ? start : { ...start, clock })
  } catch (error) {
    if (!losesData || !(error instanceof DocumentError)) throw error
    throw new DocumentError([...error.problems, { path: [], message: LOST_DATA }])
  }
  if (losesData) withoutData.add(sandbox.world)
}

/** Worlds of scenarios that replaced the data of a reset or an import by those of the server's start. */
const withoutData = new WeakSet<World>()

const LOST_DATA =
  'a scenario without a fixture starts from the data of the server\'s start, and this sandbox had others from a reset or an import; to keep them, name the fixture in the scenario, or beside it: POST /_sim/reset {"fixture": …, "scenario": …}'

/** The start without a scenario, but with the clock as it is now, and what the last reset named of the service. */
const goingOn = ({ configs, world }: Sandbox): WorldConfig =>
  under({ ...configs.base, clock: world.clock.asStart }, world.config.named)

/** The scenario that a sandbox runs, as it is shown. */
export function activeScenario({ world }: Sandbox): ShownScenario | null {
  const { scenario } = world.config
  return scenario === undefined
    ? null
    : { name: scenario.name, params: scenario.params, description: scenario.document.description }
}

/** How a scenario is started, besides its parameters. */
export const activation = strictObject({
  clock: clockSpec.optional().describe("Wins over the scenario's own; else the sandbox's clock goes on as it is."),
})

function withClock(active: ShownScenario | null, { sandbox: { world } }: CallContext) {
  const faults = world.faults.list().map(({ written }) => written)
  const lost = withoutData.has(world) ? [LOST_DATA] : []
  return { active, clock: clockState(world), ...besides([...lost, ...unmetFaults(world, faults)]) }
}

/** For a parameter beside `params`, where most write it first. */
const unknownParameter = (key: string, value: unknown): string | undefined =>
  scalar.safeParse(value).success
    ? `a parameter of the scenario is written "params": {"${key}": ${JSON.stringify(value)}}`
    : undefined

const active = strictObject({
  name: shortName,
  params: z.record(z.string(), scalar),
  description: z.string(),
}).nullable()
const shownActivation = strictObject({
  active,
  clock: shownClock,
  msg: z
    .string()
    .optional()
    .describe(
      'Where the data of a reset or an import are gone, how to keep them; where no user is the caller of the match of a fault, that.',
    ),
})

export const scenarioCalls = {
  list: call('GET /scenarios', {
    summary: 'The scenarios with description, parameters, and whether they bring data or a clock',
    shows: strictObject({ scenarios: z.array(shownSummary) }),
    act: ({ documents }) => ({ scenarios: documents.scenarios() }),
  }),
  get: call('GET /scenario', {
    summary: 'The active scenario',
    shows: strictObject({ active }),
    act: ({ sandbox }) => activeScenario(sandbox),
    show: (active) => ({ active }),
  }),
  activate: call('PUT /scenario', {
    summary: 'Starts a scenario, by name or as a document; the clock continues unless one is named',
    takes: strictObject(
      {
        name: z.string().optional(),
        scenario: namedValues(json, 'is not a document: to start a shipped scenario, send its "name"')
          .optional()
          .describe('A scenario document; here it needs neither name nor description.'),
        params: z.record(z.string(), scalar).optional(),
        ...activation.shape,
      },
      {},
      unknownParameter,
    ).refine(({ name, scenario }) => (name === undefined) !== (scenario === undefined), {
      error: 'names a scenario with name, or brings its document as scenario',
    }),
    shows: shownActivation,
    act: ({ documents, sandbox }, { name = '', scenario = name, ...how }) => {
      activate(documents, sandbox, scenario, how)
      return activeScenario(sandbox)
    },
    tells: (_, { sandbox }) => `scenario ${sandbox.world.config.scenario?.name ?? ''} started`,
    show: withClock,
  }),
  deactivate: call('DELETE /scenario', {
    summary: 'Ends the scenario: back to the start without one; the clock continues',
    shows: shownActivation,
    act: ({ sandbox }) => {
      startAnew(sandbox, (base) => base)
      return null
    },
    tells: () => 'scenario stopped',
    show: withClock,
  }),
}
