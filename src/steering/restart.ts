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
export function restart(catalogue: Catalogue, sandbox: Sandbox, to: Restart = {}): void {
  const { fixture, scenario, ...changes } = to
  const { initial, bare } = sandbox.starting
  const start = scenario === undefined ? initial : startWith(catalogue, bare, catalogue.scenario(scenario))
  const data = fixture === undefined ? {} : { fixture: catalogue.fixture(fixture), dataOf: undefined }
  sandbox.reset({ ...start, ...changes, ...data })
}

/** How a scenario is started. */
export interface Activation {
  readonly params?: Params
  /** Wins over the scenario's own. Where neither is, the sandbox's clock goes on as it is. */
  readonly clock?: ClockStart
}

/** Starts a scenario anew. @throws DocumentError when it cannot be used */
export function activate(
  catalogue: Catalogue,
  sandbox: Sandbox,
  choice: string | object,
  { params = {}, clock }: Activation = {},
): ActiveScenario {
  const scenario = catalogue.scenario(choice, params)
  const start = startWith(catalogue, withClockOf(sandbox), scenario)
  sandbox.reset(clock === undefined ? start : { ...start, clock })
  return scenario
}

/** Back to the start without any scenario; the clock goes on as it is. */
export const deactivate = (sandbox: Sandbox): void => sandbox.reset(withClockOf(sandbox))

/** The start without a scenario, at the instant and in the mode of the sandbox's clock. */
const withClockOf = ({ starting, world }: Sandbox) => ({ ...starting.bare, clock: world.clock.asStart })

/** The scenario that a sandbox runs, as it is shown. */
export function activeScenario({ world }: Sandbox): ShownScenario | null {
  const { scenario } = world.start
  return scenario === undefined
    ? null
    : { name: scenario.name, params: scenario.params, description: scenario.document.description }
}
