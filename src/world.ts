import { Clock, type ClockStart } from './kernel/clock.ts'
import type { Invention } from './kernel/invention.ts'
import type { Fixture } from './harness/fixtures/document.ts'
import { originOf } from './harness/origin.ts'
import { type RateLimitConfig, RateLimiter } from './harness/rate-limiter.ts'
import { openTables, type Tables } from './resources/tables.ts'

/** What a world starts from. */
export interface Start {
  readonly fixture: Fixture
  readonly seed: string
  readonly clock: ClockStart
  readonly rateLimit: RateLimitConfig
}

/** Everything that changes while clients call: data, time, chance, counters. */
export interface World {
  readonly start: Start
  readonly tables: Tables
  readonly clock: Clock
  readonly invention: Invention
  readonly limiter: RateLimiter
  readonly exchanges: { count: number }
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
    tables: openTables(bases, lastIds),
    limiter: new RateLimiter(start.rateLimit),
    exchanges: { count: 0 },
  }
}
