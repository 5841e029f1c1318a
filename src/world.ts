import { Coverage } from './harness/coverage.ts'
import { Findings } from './harness/findings.ts'
import type { Fixture } from './harness/fixtures/document.ts'
import { Journal, type JournalLimits } from './harness/journal.ts'
import { originOf } from './harness/origin.ts'
import { type RateLimitConfig, RateLimiter } from './harness/rate-limiter.ts'
import { Clock, type ClockStart } from './kernel/clock.ts'
import type { Invention } from './kernel/invention.ts'
import type { Progression } from './kernel/progression.ts'
import { forkTables, openTables, type Tables } from './resources/tables.ts'

/** What a world starts from. */
export interface Start {
  readonly fixture: Fixture
  readonly seed: string
  readonly clock: ClockStart
  readonly rateLimit: RateLimitConfig
  /** How a new instance gets to run. */
  readonly progression: Progression
  readonly journal: JournalLimits
  /** Whether an answer that rests on an assumption is a finding. */
  readonly strict: boolean
}

/** Everything that changes while clients call: data, time, chance, counters, what was recorded. */
export interface World {
  readonly start: Start
  readonly tables: Tables
  readonly clock: Clock
  readonly invention: Invention
  readonly progression: Progression
  readonly limiter: RateLimiter
  readonly journal: Journal
  readonly coverage: Coverage
  readonly findings: Findings
}

const SECONDS_PER_DAY = 86_400

/** A fresh world. It shares its first rows with every world that starts alike. */
export function openWorld(start: Start): World {
  const clock = new Clock(start.clock)
  const midnight = Math.floor(clock.nowSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY
  const { bases, invention, lastIds } = originOf(start.fixture, start.seed, midnight)
  return {
    start,
    clock,
    invention,
    progression: start.progression,
    tables: openTables(bases, lastIds),
    limiter: new RateLimiter(start.rateLimit),
    journal: new Journal(start.journal),
    coverage: new Coverage(),
    findings: new Findings(start.strict),
  }
}

/** A copy that goes its own way. It costs what was changed and recorded, not the rows. */
export function forkWorld(world: World): World {
  return {
    ...world,
    clock: world.clock.fork(),
    tables: forkTables(world.tables),
    limiter: world.limiter.fork(),
    journal: world.journal.fork(),
    coverage: world.coverage.fork(),
    findings: world.findings.fork(),
  }
}
