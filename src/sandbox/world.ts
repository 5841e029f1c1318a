import { makeChanges } from '../testing/scenarios/changes.ts'
import { Faults } from '../testing/faults/faults.ts'
import { load } from '../testing/faults/match-list.ts'
import { Stubs } from '../testing/stubs/stubs.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { PendingDelays } from '../testing/faults/pending-delays.ts'
import { type Origin, originOf } from '../testing/fixtures/origin.ts'
import { NOTHING_ACCEPTED, RateLimiter } from '../testing/rate-limit/rate-limiter.ts'
import { type ApplyChanges, planTimeline, Timeline } from '../testing/scenarios/timeline.ts'
import type { Coverage } from '../testing/findings/coverage.ts'
import type { Findings } from '../testing/findings/findings.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { Journal } from '../testing/journal/journal.ts'
import type { UnreadNames } from '../testing/findings/detectors.ts'
import type { ClosedExchange, Recorder } from '../testing/recorder.ts'
import type { RowsWritten, WorldBefore, WorldState } from '../testing/world-state.ts'
import { Clock } from '../kernel/clock.ts'
import type { Invention } from '../kernel/invention.ts'
import type { Cell } from '../kernel/cell.ts'
import type { Progression } from '../kernel/progression.ts'
import type { Endpoint } from '../kernel/web-address.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import type { RowSets, Tables } from '../marketplace/collections.ts'
import { changedRows, tablesOver } from '../marketplace/tables.ts'
import { SECONDS_PER_DAY } from '../marketplace/operation/units.ts'
import { rulesIn, type WorldConfig } from './world-config.ts'
import { ControlLog } from './control-log.ts'
import { ReplacedRows } from './replaced-rows.ts'
import type { WorldSources } from './documents.ts'
import { openRecords, type Records } from './recorders.ts'

/** An exchange that is over, as it comes from the server. */
interface EndedExchange extends Pick<ClosedExchange, 'exchange' | 'sandbox'> {
  readonly unread: UnreadNames
  /** Whether its world is a fresh one in place of one that was evicted, and it is the first of it. */
  readonly isFirstAfterEviction: boolean
  /** The world that the client knew, where its request names one. */
  readonly knownWorld: string | null
}

/** What a world goes on from. */
interface WorldStart {
  readonly state: WorldState
  readonly clock: Clock
  readonly openedMs: number
  readonly controlCallsMade: Iterable<string>
  readonly controlLog: ControlLog
  readonly records: Records
  /** What else records its exchanges. */
  readonly others: readonly Recorder[]
}

type Changing = 'rows' | 'accepted' | 'faults' | 'stubs' | 'timeline'
type ChangingParts = { readonly [Part in Changing]: Cell<WorldState[Part]> }

/** One sandbox's data, time and records. Clients change its `state` alone, of which parts are replaced and never changed. */
export class World implements WorldSources, Records {
  readonly config: WorldConfig
  fixture: Fixture
  invention: Invention
  #startRows: RowSets
  /** What requests change, each part an immutable value. */
  readonly #changing: ChangingParts
  /** Names its start, e.g. `3f9a1c02-7`; given by the sandbox that begins it. */
  name = ''
  readonly clock: Clock
  /** Unix milliseconds of its clock. */
  readonly openedMs: number
  /** The control calls that changed this world since it was opened, e.g. `PUT /_sim/state`. */
  readonly controlCallsMade: Set<string>
  /** What control calls did between its exchanges. */
  readonly controlLog: ControlLog
  readonly journal: Journal
  readonly coverage: Coverage
  readonly findings: Findings
  /** These three, and what else records its exchanges. */
  readonly recorders: readonly Recorder[]
  readonly #others: readonly Recorder[]
  readonly rules: RulesInForce
  readonly progression: Progression
  /** Where SSH to any instance leads; undefined for an invented address. */
  readonly sshTo: Endpoint | undefined
  readonly tables: Tables
  readonly limiter: RateLimiter
  readonly faults: Faults
  readonly stubs: Stubs
  readonly timeline: Timeline
  /** Replaced by an import, and when a server closes: what began before is held no more. */
  delays = new PendingDelays()
  readonly #replaced: ReplacedRows
  #writes = 0

  constructor(
    config: WorldConfig,
    { state, clock, openedMs, controlCallsMade, controlLog, records, others }: WorldStart,
  ) {
    this.config = config
    this.fixture = state.fixture
    this.invention = state.invention
    this.#startRows = state.startRows
    this.#changing = {
      rows: { value: state.rows },
      accepted: { value: state.accepted },
      faults: { value: state.faults },
      stubs: { value: state.stubs },
      timeline: { value: state.timeline },
    }
    this.clock = clock
    this.openedMs = openedMs
    this.controlCallsMade = new Set(controlCallsMade)
    this.controlLog = controlLog
    const { journal, coverage, findings } = records
    this.journal = journal
    this.coverage = coverage
    this.findings = findings
    this.recorders = [journal, coverage, findings, ...others]
    this.#others = others
    this.rules = rulesIn(config)
    this.progression = config.progression
    this.sshTo = config.sshTo
    this.tables = tablesOver(this.#changing.rows)
    this.limiter = new RateLimiter(config.rateLimit, this.#changing.accepted)
    this.faults = new Faults(this.#changing.faults)
    this.stubs = new Stubs(this.#changing.stubs)
    const plan = planTimeline(config.scenario?.document.timeline ?? [], openedMs)
    this.timeline = new Timeline(plan, this.#changing.timeline)
    this.#replaced = new ReplacedRows(journal, state.rows)
  }

  /** Notes between exchanges what was done to this world. @param after the last exchange that had begun by then */
  note(text: string, after = this.journal.lastId): void {
    this.controlLog.note({ text, after, atMs: this.clock.nowMs })
  }

  /** All that requests change, and what it was made from: a value to which one can go back. */
  get state(): WorldState {
    const { rows, accepted, faults, stubs, timeline } = this.#changing
    return {
      fixture: this.fixture,
      invention: this.invention,
      startRows: this.#startRows,
      rows: rows.value,
      accepted: accepted.value,
      faults: faults.value,
      stubs: stubs.value,
      timeline: timeline.value,
    }
  }

  get rows(): RowSets {
    return this.#changing.rows.value
  }

  /** Whether a row is another one than the world began with, or was. */
  get hasChangedRows(): boolean {
    return this.rows !== this.#startRows
  }

  /** The world as an exchange finds it that begins now. */
  get before(): WorldBefore {
    this.#replaced.count(this.rows)
    return { state: this.state, mode: this.clock.mode, ended: this.journal.ended }
  }

  /** The rows that an operation changed. @param before the rows right before it */
  rowsWritten(before: RowSets): RowsWritten | undefined {
    const { rows } = this
    if (rows === before) return undefined
    this.#replaced.count(before, rows)
    return { changes: changedRows(before, rows), nth: ++this.#writes }
  }

  /** Tells all recorders of an exchange. */
  record({ exchange, sandbox, unread, isFirstAfterEviction, knownWorld }: EndedExchange): void {
    const beganAnew = knownWorld !== null && knownWorld !== this.name
    exchange.observations = this.findings.observe(exchange, unread, { isFirstAfterEviction, beganAnew })
    const closed = { exchange, sandbox, expected: this.findings.expected }
    for (const recorder of this.recorders) recorder.closed(closed)
  }

  /** Replaces the data; time and counters go on. */
  import(fixture: Fixture, origin: Origin): void {
    // The fixture that the world began with is kept anyway.
    const replaced = this.fixture === this.config.fixture ? undefined : this.fixture
    this.#replaced.countImport(replaced, this.rows, origin.rows)
    this.fixture = fixture
    this.invention = origin.invention
    this.#startRows = origin.rows
    this.#changing.rows.value = origin.rows
  }

  /**
   * An independent copy, without the requests that are held.
   * @param others what else records its exchanges
   * @param config with other rules
   */
  copy(others?: readonly Recorder[], config = this.config): World {
    const clock = this.clock.fork()
    const records = {
      journal: this.journal.fork(),
      coverage: this.coverage.fork(),
      findings: this.findings.fork(clock),
    }
    const start = { ...this.#asStart, clock, controlLog: this.controlLog.fork(), records }
    return new World(config, { ...start, others: others ?? this.#others.map((each) => each.fork(clock)) })
  }

  /**
   * The world as it was before an exchange of its journal, with the exchanges before, and without coverage or findings.
   * @param others what else records its exchanges
   */
  copyBefore({ id, startedMs }: Exchange, { state, mode, ended }: WorldBefore, others: readonly Recorder[]): World {
    const clock = this.clock.fork({ mode, atMs: startedMs })
    const records = { ...openRecords(this.config, clock), journal: this.journal.before(id, ended) }
    return new World(this.config, {
      ...this.#asStart,
      state,
      clock,
      controlLog: this.controlLog.fork(id),
      records,
      others,
    })
  }

  get #asStart(): Pick<WorldStart, 'state' | 'openedMs' | 'controlCallsMade'> {
    return { state: this.state, openedMs: this.openedMs, controlCallsMade: this.controlCallsMade }
  }
}

/**
 * A fresh world. Its rows are shared with every world of the same fixture, seed and day, until one changes them.
 * @param others what else records its exchanges
 */
export function openWorld(config: WorldConfig, others: readonly Recorder[] = []): World {
  const { fixture, seed, scenario } = config
  const clock = new Clock(config.clock)
  const { nowMs } = clock
  const midnight = Math.floor(clock.nowSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY
  const origin = originOf(fixture, seed, midnight)
  scenario?.checkTimeline(origin, nowMs)
  const { faults = [], stubs = [] } = scenario?.document ?? {}
  const state: WorldState = {
    fixture,
    ...origin,
    startRows: origin.rows,
    accepted: NOTHING_ACCEPTED,
    faults: faults.map((fault) => load(fault, nowMs)),
    stubs: stubs.map((stub) => load(stub, nowMs)),
    timeline: 0,
  }
  return new World(config, {
    state,
    clock,
    openedMs: nowMs,
    controlCallsMade: [],
    controlLog: new ControlLog(),
    records: openRecords(config, clock),
    others,
  })
}

/** Makes changes of the timeline in a world, in the tables that it has by then: an import may have replaced them. */
export const applyChangesTo =
  (world: Pick<World, 'tables' | 'invention'>): ApplyChanges =>
  (changes, atMs) =>
    makeChanges({ tables: world.tables, invention: world.invention, clock: { nowMs: atMs } }, changes)

/** Makes the changes of the timeline that are due. Time passes without an event, so a world is read only after this. */
export function applyDueChanges(world: World): void {
  // Each request asks several times, and most worlds have no timeline.
  if (!world.timeline.isOver) world.timeline.applyDueChanges(world.clock.nowMs, applyChangesTo(world))
}
