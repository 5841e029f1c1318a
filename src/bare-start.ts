import { clockChoice } from './harness/clock-spec.ts'
import type { Fixture } from './harness/fixtures/document.ts'
import type { SimulatorOptions } from './public.ts'
import type { Start } from './world.ts'

export const DEFAULT_SEED = 'rental-sim'
/** The same wherever a simulator is started (docs/decisions/one-default-clock.md). */
export const DEFAULT_CLOCK = 'real'
export const DEFAULT_JOURNAL_SIZE = 1000
export const DEFAULT_MAX_SANDBOXES = 10_000
export const DEFAULT_MEMORY_BUDGET_MIB = 256
export const MAX_JOURNAL_BYTES = 16 * 1024 * 1024

/** A start without a scenario. @throws RangeError when the clock cannot be used */
export function bareStart(fixture: Fixture, options: SimulatorOptions): Start {
  return {
    fixture,
    seed: options.seed ?? DEFAULT_SEED,
    clock: clockChoice(options.clock ?? DEFAULT_CLOCK),
    progression: options.progression?.instances ?? { mode: 'immediate' },
    journal: { exchanges: options.journalSize ?? DEFAULT_JOURNAL_SIZE, bytes: MAX_JOURNAL_BYTES },
    strict: options.strict ?? false,
    rateLimit: { enabled: options.rateLimit?.enabled ?? true, thresholds: options.rateLimit?.thresholds ?? {} },
  }
}
