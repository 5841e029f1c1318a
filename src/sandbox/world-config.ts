import type { ClockStart } from '../kernel/clock.ts'
import { memoizeByObject } from '../kernel/memoize-by-object.ts'
import type { Progression } from '../kernel/progression.ts'
import { type Endpoint, readEndpoint } from '../kernel/web-address.ts'
import type { Dialect, RulesInForce } from '../kernel/rules-in-force.ts'
import { type ChosenRules, rulesInForce } from '../marketplace/rule-choices.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { clockChoice } from '../testing/scenarios/clock-spec.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
import { type SimulatorOptions, withDefaults } from './options.ts'
import type { RecorderConfig } from './recorders.ts'

/** What a world is opened with. */
export interface WorldConfig extends RecorderConfig {
  readonly fixture: Fixture
  readonly seed: string
  readonly clock: ClockStart
  /** How a new instance gets to run. */
  readonly progression: Progression
  /** Where SSH to any instance leads. */
  readonly sshTo: Endpoint | undefined
  readonly dialect: Dialect
  /** Choices at single rules, besides those of the fixture; the last wins. */
  readonly chosen: readonly ChosenRules[]
  /** What a reset named of the service: scenarios start and stop within it, until the next reset. */
  readonly named?: { readonly dialect?: Dialect | undefined; readonly chosen?: readonly ChosenRules[] | undefined }
  /** What goes wrong, and when. */
  readonly scenario?: ActiveScenario
  /** The scenario that brought the fixture, when one did. */
  readonly dataOf?: string
}

/** What sandboxes start from: `initial` with the scenario that the server was started with, `base` without. A reload replaces both. */
export interface WorldConfigs {
  initial: WorldConfig
  base: WorldConfig
}

export const MAX_JOURNAL_BYTES = 32 * 1024 * 1024

/** The config of a world without a scenario. @throws RangeError when the clock cannot be used */
export function baseConfig(fixture: Fixture, options: SimulatorOptions): WorldConfig {
  const { seed, clock, progression, sshTo, journalSize, strict, rateLimit, dialect, rules } = withDefaults(options)
  return {
    fixture,
    seed,
    clock: clockChoice(clock),
    progression: progression.instances,
    sshTo: sshTo === undefined ? undefined : readEndpoint(sshTo),
    dialect,
    chosen: [{ choices: rules, by: 'the start of the simulator' }],
    journal: { exchanges: journalSize, bytes: MAX_JOURNAL_BYTES },
    strict,
    rateLimit,
  }
}

/** Choices at single rules, those of the fixture first. */
export const chosenIn = ({ fixture, chosen }: WorldConfig): readonly ChosenRules[] =>
  fixture.rules === undefined ? chosen : [{ choices: fixture.rules, by: 'the fixture' }, ...chosen]

/** The rules in force where a world opens with this. */
export const rulesIn = memoizeByObject((config: WorldConfig): RulesInForce =>
  rulesInForce(config.dialect, chosenIn(config)),
)
