import type { Catalogue } from '../harness/catalogue.ts'
import type { FixtureChoice } from '../harness/library.ts'
import type { Params } from '../harness/scenarios/params.ts'
import type { ActiveScenario } from '../harness/scenarios/read.ts'
import type { ClockStart } from '../kernel/clock.ts'
import type { ShownScenario } from '../public.ts'
import type { Sandbox } from '../sandbox.ts'
import { startWith } from '../start.ts'

/** In what a reset differs from the start of the server. */
export interface Restart {
  readonly fixture?: FixtureChoice
  readonly scenario?: string | object
  readonly seed?: string
  readonly clock?: ClockStart
}

/** @throws DocumentError when a fixture or a scenario cannot be used */
export function restart(catalogue: Catalogue, sandbox: Sandbox, { fixture, scenario, ...changes }: Restart): void {
  const { initial, bare } = sandbox.starting
  const start = scenario === undefined ? initial : startWith(catalogue, bare, catalogue.scenario(scenario))
  sandbox.reset({ ...start, ...changes, ...(fixture !== undefined && { fixture: catalogue.fixture(fixture) }) })
}

/** Starts a scenario anew. @throws DocumentError when it cannot be used */
export function activate(
  catalogue: Catalogue,
  sandbox: Sandbox,
  choice: string | object,
  params: Params = {},
): ActiveScenario {
  const scenario = catalogue.scenario(choice, params)
  sandbox.reset(startWith(catalogue, sandbox.starting.bare, scenario))
  return scenario
}

/** Back to the start without any scenario. */
export const deactivate = (sandbox: Sandbox): void => sandbox.reset(sandbox.starting.bare)

/** The scenario that a sandbox runs, as it is shown. */
export function activeScenario({ world }: Sandbox): ShownScenario | null {
  const { scenario } = world.start
  return scenario === undefined
    ? null
    : { name: scenario.name, params: scenario.params, description: scenario.document.description }
}
