import { clockChoice } from '../testing/scenarios/clock-spec.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { type SimulatorOptions, withDefaults } from './options.ts'
import type { WorldConfig } from './world.ts'

export const MAX_JOURNAL_BYTES = 32 * 1024 * 1024

/** The config of a world without a scenario. @throws RangeError when the clock cannot be used */
export function baseConfig(fixture: Fixture, options: SimulatorOptions): WorldConfig {
  const { seed, clock, progression, journalSize, strict, rateLimit, dialect, rules } = withDefaults(options)
  return {
    fixture,
    seed,
    clock: clockChoice(clock),
    progression: progression.instances,
    dialect,
    chosen: [{ choices: rules, by: 'the start of the simulator' }],
    journal: { exchanges: journalSize, bytes: MAX_JOURNAL_BYTES },
    strict,
    rateLimit,
  }
}
