import { makeChanges } from '../testing/scenarios/changes.ts'
import { Faults } from '../testing/faults/faults.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { Holds } from '../testing/faults/holds.ts'
import { originOf } from '../testing/fixtures/origin.ts'
import { RateLimiter } from '../testing/rate-limit/rate-limiter.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
import { type Make, planned, Timeline } from '../testing/scenarios/timeline.ts'
import type { UnreadNames } from '../testing/findings/detectors.ts'
import type { ClosedExchange, Recorder } from '../testing/recorder.ts'
import { Clock, type ClockStart } from '../kernel/clock.ts'
import type { Invention } from '../kernel/invention.ts'
import type { Progression } from '../kernel/progression.ts'
import type { Tables } from '../marketplace/collections.ts'
import { forkTables, openTables } from '../marketplace/tables.ts'
import { SECONDS_PER_DAY } from '../marketplace/operation/units.ts'
import { named, type NamedRecorders, openRecorders, type RecorderConfig } from './recorders.ts'

/** What a world starts from. */
export interface Start extends RecorderConfig {
  readonly fixture: Fixture
  readonly seed: string
  readonly clock: ClockStart
  /** How a new instance gets to run. */
  readonly progression: Progression
  /** What goes wrong, and when. */
  readonly scenario?: ActiveScenario
  /** The scenario that brought the fixture, when one did. */
  readonly dataOf?: string
}

/** What sandboxes start from, with the scenario that the server was started with, and without; replaced when files change. */
export interface Starting {
  initial: Start
  bare: Start
}

/** Everything that changes while clients call: data, time, chance, counters, what was recorded. */
export interface World extends NamedRecorders {
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
  readonly faults: Faults
  readonly timeline: Timeline
  /** Replaced by an import, and when a server closes: what began before is held no more. */
  holds: Holds
}

/** What a world is made from. */
export type Documents = Pick<World, 'start' | 'fixture' | 'invention'>

/**
 * A fresh world. It shares its first rows with every world that starts alike.
 * @param recorders what else records its exchanges
 */
export function openWorld(start: Start, recorders: readonly Recorder[] = []): World {
  const clock = new Clock(start.clock)
  const midnight = Math.floor(clock.nowSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY
  const origin = originOf(start.fixture, start.seed, midnight)
  const { bases, invention, lastIds } = origin
  start.scenario?.checkTimeline(origin, clock.nowMs)
  const { faults = [], timeline = [] } = start.scenario?.document ?? {}
  const world = {
    start,
    fixture: start.fixture,
    openedMs: clock.nowMs,
    steered: new Set<string>(),
    clock,
    invention,
    progression: start.progression,
    tables: openTables(bases, lastIds),
    limiter: new RateLimiter(start.rateLimit),
    faults: new Faults(faults, clock.nowMs),
    timeline: new Timeline(planned(timeline, clock.nowMs)),
    holds: new Holds(),
  }
  // A spread in the literal would give each world a shape of its own (docs/decisions/where-time-goes.md).
  return Object.assign(world, named([...openRecorders(start, clock), ...recorders]))
}

/** Makes changes in a world, whatever its data are by then. */
export const makerIn =
  (world: Pick<World, 'tables' | 'invention'>): Make =>
  (changes, atMs) =>
    makeChanges({ tables: world.tables, invention: world.invention, clock: { nowMs: atMs } }, changes)

/** Makes the changes of the timeline whose instant has come. */
export const settle = (world: World): void => world.timeline.settle(world.clock.nowMs, makerIn(world))

/** A copy that goes its own way, with nothing held. It costs what was changed and recorded, not the rows. */
export function forkWorld(world: World): World {
  const clock = world.clock.fork()
  return {
    ...world,
    steered: new Set(world.steered),
    clock,
    tables: forkTables(world.tables),
    limiter: world.limiter.fork(),
    ...named(world.recorders.map((recorder) => recorder.fork(clock))),
    faults: world.faults.fork(),
    timeline: world.timeline.fork(),
    holds: new Holds(),
  }
}

/** An exchange that is over, as it comes from the server. */
interface EndedExchange extends Pick<ClosedExchange, 'exchange' | 'sandbox'> {
  readonly unread: UnreadNames
  /** Whether its world is a fresh one in place of one that was evicted, and it is the first of it. */
  readonly isFirstAfterEviction: boolean
}

/** Tells all recorders of a world of an exchange. */
export function record(
  { recorders, findings }: World,
  { exchange, sandbox, unread, isFirstAfterEviction }: EndedExchange,
): void {
  const observations = findings.observe(exchange, unread, isFirstAfterEviction)
  const closed = { exchange, sandbox, observations, expected: findings.expected }
  for (const recorder of recorders) recorder.closed(closed)
}
