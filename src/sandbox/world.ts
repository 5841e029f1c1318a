import { makeChanges } from '../testing/scenarios/changes.ts'
import { Faults } from '../testing/faults/faults.ts'
import { Stubs } from '../testing/stubs/stubs.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { PendingDelays } from '../testing/faults/pending-delays.ts'
import { originOf } from '../testing/fixtures/origin.ts'
import { RateLimiter } from '../testing/rate-limit/rate-limiter.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
import { type ApplyChanges, planTimeline, Timeline } from '../testing/scenarios/timeline.ts'
import type { UnreadNames } from '../testing/findings/detectors.ts'
import type { ClosedExchange, Recorder } from '../testing/recorder.ts'
import { Clock, type ClockStart } from '../kernel/clock.ts'
import type { Invention } from '../kernel/invention.ts'
import { WriteLog } from '../kernel/writes.ts'
import type { Progression } from '../kernel/progression.ts'
import type { Dialect, RulesInForce } from '../kernel/rules-in-force.ts'
import type { Tables } from '../marketplace/collections.ts'
import { type ChosenRules, rulesInForce } from '../marketplace/rule-choices.ts'
import { forkTables, openTables } from '../marketplace/tables.ts'
import { SECONDS_PER_DAY } from '../marketplace/operation/units.ts'
import { Acts } from './acts.ts'
import type { WorldMoment } from './moment.ts'
import { named, type NamedRecorders, openRecorders, type RecorderConfig } from './recorders.ts'

/** What a world is opened with. */
export interface WorldConfig extends RecorderConfig {
  readonly fixture: Fixture
  readonly seed: string
  readonly clock: ClockStart
  /** How a new instance gets to run. */
  readonly progression: Progression
  readonly dialect: Dialect
  /** What is chosen at single rules, besides what the fixture chooses; the last wins. */
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

/** Everything that changes while clients call: data, time, chance, counters, what was recorded. */
export interface World extends NamedRecorders {
  readonly config: WorldConfig
  /** Names its start, e.g. `3f9a1c02-7`; given by the sandbox that begins it. */
  name: string
  /** Unix milliseconds of its clock. */
  readonly openedMs: number
  /** The control calls that changed this world since it was opened, e.g. `PUT /_sim/state`. */
  readonly steered: Set<string>
  /** What control calls did between its exchanges. */
  readonly acts: Acts
  readonly writes: WriteLog
  /** Of the latest exchange that began. */
  moment: WorldMoment | undefined
  /** An import replaces `fixture`, `tables` and `invention`; a request that a fault holds then goes on with the new ones. */
  fixture: Fixture
  tables: Tables
  invention: Invention
  readonly clock: Clock
  readonly progression: Progression
  readonly rules: RulesInForce
  readonly limiter: RateLimiter
  readonly faults: Faults
  readonly stubs: Stubs
  readonly timeline: Timeline
  /** Replaced by an import, and when a server closes: what began before is held no more. */
  delays: PendingDelays
}

/** The documents that a world is made from, and what was invented about them: other worlds may share them. */
export type WorldSources = Pick<World, 'config' | 'fixture' | 'invention'>

/**
 * A fresh world. Its rows are shared with every world of the same fixture, seed and day, until one changes them.
 * @param recorders what else records its exchanges
 */
export function openWorld(config: WorldConfig, recorders: readonly Recorder[] = []): World {
  const clock = new Clock(config.clock)
  const midnight = Math.floor(clock.nowSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY
  const origin = originOf(config.fixture, config.seed, midnight)
  const { bases, invention, lastIds } = origin
  config.scenario?.checkTimeline(origin, clock.nowMs)
  const { faults = [], stubs = [], timeline = [] } = config.scenario?.document ?? {}
  const writes = new WriteLog()
  const world = {
    config,
    name: '',
    fixture: config.fixture,
    openedMs: clock.nowMs,
    steered: new Set<string>(),
    acts: new Acts(),
    writes,
    moment: undefined,
    clock,
    invention,
    progression: config.progression,
    rules: rulesIn(config),
    tables: openTables(bases, lastIds, writes),
    limiter: new RateLimiter(config.rateLimit),
    faults: new Faults(faults, clock.nowMs),
    stubs: new Stubs(stubs),
    timeline: new Timeline(planTimeline(timeline, clock.nowMs)),
    delays: new PendingDelays(),
  }
  // A spread in the literal would give each world a shape of its own (docs/decisions/where-time-goes.md).
  return Object.assign(world, named([...openRecorders(config, clock), ...recorders]))
}

/** What is chosen at single rules, that of the fixture first. */
export const chosenIn = ({ fixture, chosen }: WorldConfig): readonly ChosenRules[] =>
  fixture.rules === undefined ? chosen : [{ choices: fixture.rules, by: 'the fixture' }, ...chosen]

/** The rules in force where a world opens with this. */
export const rulesIn = (config: WorldConfig): RulesInForce => rulesInForce(config.dialect, chosenIn(config))

/** Makes changes of the timeline in a world, in the tables that it has by then: an import may have replaced them. */
export const applyChangesTo =
  (world: Pick<World, 'tables' | 'invention'>): ApplyChanges =>
  (changes, atMs) =>
    makeChanges({ tables: world.tables, invention: world.invention, clock: { nowMs: atMs } }, changes)

/** Makes the changes of the timeline whose instant has come. Time passes without an event, so a world is read only after this. */
export function applyDueChanges(world: World): void {
  // Each request asks several times, and most worlds have no timeline.
  if (!world.timeline.isOver) world.timeline.applyDueChanges(world.clock.nowMs, applyChangesTo(world))
}

/** An independent copy, without the requests that are held. It costs what was changed and recorded, not the rows. */
export function forkWorld(world: World): World {
  const clock = world.clock.fork()
  const writes = world.writes.fork()
  return {
    ...world,
    steered: new Set(world.steered),
    acts: world.acts.fork(),
    writes,
    clock,
    tables: forkTables(world.tables, writes),
    limiter: world.limiter.fork(),
    ...named(world.recorders.map((recorder) => recorder.fork(clock))),
    faults: world.faults.fork(),
    stubs: world.stubs.fork(),
    timeline: world.timeline.fork(),
    delays: new PendingDelays(),
  }
}

/** An exchange that is over, as it comes from the server. */
interface EndedExchange extends Pick<ClosedExchange, 'exchange' | 'sandbox'> {
  readonly unread: UnreadNames
  /** Whether its world is a fresh one in place of one that was evicted, and it is the first of it. */
  readonly isFirstAfterEviction: boolean
  /** The world that the client knew, where its request names one. */
  readonly knownWorld: string | null
}

/** Tells all recorders of a world of an exchange. */
export function record(
  { recorders, findings, name }: World,
  { exchange, sandbox, unread, isFirstAfterEviction, knownWorld }: EndedExchange,
): void {
  const beganAnew = knownWorld !== null && knownWorld !== name
  exchange.observations = findings.observe(exchange, unread, { isFirstAfterEviction, beganAnew })
  const closed = { exchange, sandbox, expected: findings.expected }
  for (const recorder of recorders) recorder.closed(closed)
}
