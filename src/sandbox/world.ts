import { makeChanges } from '../testing/scenarios/changes.ts'
import { Coverage } from '../testing/findings/coverage.ts'
import { Findings } from '../testing/findings/findings.ts'
import { Faults } from '../testing/faults/faults.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { Holds } from '../testing/faults/holds.ts'
import { Journal, type JournalLimits } from '../testing/journal/journal.ts'
import { originOf } from '../testing/fixtures/origin.ts'
import { Pace } from '../testing/findings/polling.ts'
import { type RateLimitConfig, RateLimiter } from '../testing/rate-limit/rate-limiter.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
import { type ApplyChanges, planTimeline, Timeline } from '../testing/scenarios/timeline.ts'
import { Clock, type ClockStart } from '../kernel/clock.ts'
import type { Invention } from '../kernel/invention.ts'
import type { Progression } from '../kernel/progression.ts'
import type { Tables } from '../marketplace/collections.ts'
import { forkTables, openTables } from '../marketplace/tables.ts'
import { SECONDS_PER_DAY } from '../marketplace/operation/units.ts'

/** What a world starts from. */
export interface Start {
  readonly fixture: Fixture
  readonly seed: string
  readonly clock: ClockStart
  readonly rateLimit: RateLimitConfig
  /** How a new instance gets to run. */
  readonly progression: Progression
  readonly journal: JournalLimits
  /** What goes wrong, and when. */
  readonly scenario?: ActiveScenario
  /** The scenario that brought the fixture, when one did. */
  readonly dataOf?: string
  /** Whether an answer that rests on an assumption is a finding. */
  readonly strict: boolean
}

/** What sandboxes start from, with the scenario that the server was started with, and without; replaced when files change. */
export interface Starting {
  initial: Start
  bare: Start
}

/** Everything that changes while clients call: data, time, chance, counters, what was recorded. */
export interface World {
  readonly start: Start
  /** When it began, in Unix milliseconds of its clock. */
  readonly openedMs: number
  /** The control calls that changed it since. */
  readonly steered: Set<string>
  /** What its first rows were written in. This and what comes of it are replaced by an import; a held request goes on with the new ones. */
  fixture: Fixture
  tables: Tables
  invention: Invention
  readonly clock: Clock
  readonly progression: Progression
  readonly limiter: RateLimiter
  readonly journal: Journal
  readonly coverage: Coverage
  readonly findings: Findings
  readonly faults: Faults
  readonly timeline: Timeline
  /** Replaced by an import, and when a server closes: what began before is held no more. */
  holds: Holds
}

/** What a world is made from. */
export type Documents = Pick<World, 'start' | 'fixture' | 'invention'>

/** A fresh world. It shares its first rows with every world that starts alike. */
export function openWorld(start: Start): World {
  const clock = new Clock(start.clock)
  const midnight = Math.floor(clock.nowSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY
  const origin = originOf(start.fixture, start.seed, midnight)
  const { bases, invention, lastIds } = origin
  start.scenario?.checkTimeline(origin, clock.nowMs)
  const { faults = [], timeline = [] } = start.scenario?.document ?? {}
  return {
    start,
    fixture: start.fixture,
    openedMs: clock.nowMs,
    steered: new Set(),
    clock,
    invention,
    progression: start.progression,
    tables: openTables(bases, lastIds),
    limiter: new RateLimiter(start.rateLimit),
    journal: new Journal(start.journal),
    coverage: new Coverage(),
    findings: new Findings(start.strict, new Pace(start.rateLimit, clock)),
    faults: new Faults(faults, clock.nowMs),
    timeline: new Timeline(planTimeline(timeline, clock.nowMs)),
    holds: new Holds(),
  }
}

/** Makes changes in a world, whatever its data are by then. */
export const changesIn =
  (world: Pick<World, 'tables' | 'invention'>): ApplyChanges =>
  (changes, atMs) =>
    makeChanges({ tables: world.tables, invention: world.invention, clock: { nowMs: atMs } }, changes)

/** Makes the changes of the timeline whose instant has come. */
export const applyDueChanges = (world: World): void =>
  world.timeline.applyDueChanges(world.clock.nowMs, changesIn(world))

/** A copy that goes its own way, with nothing held. It costs what was changed and recorded, not the rows. */
export function forkWorld(world: World): World {
  const clock = world.clock.fork()
  return {
    ...world,
    steered: new Set(world.steered),
    clock,
    tables: forkTables(world.tables),
    limiter: world.limiter.fork(),
    journal: world.journal.fork(),
    coverage: world.coverage.fork(),
    findings: world.findings.fork(clock),
    faults: world.faults.fork(),
    timeline: world.timeline.fork(),
    holds: new Holds(),
  }
}
