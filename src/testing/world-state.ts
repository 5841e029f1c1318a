import type { ClockMode } from '../kernel/clock.ts'
import type { Invention } from '../kernel/invention.ts'
import type { RowSets } from '../marketplace/collections.ts'
import type { ChangedRow } from '../marketplace/tables.ts'
import type { Loaded } from './faults/match-list.ts'
import type { Fault } from './faults/schema.ts'
import type { Fixture } from './fixtures/document.ts'
import type { AcceptedTimes } from './rate-limit/rate-limiter.ts'
import type { Stub } from './stubs/schema.ts'

/** A world at one instant, without its time and what it recorded: an immutable value, to which one can go back. */
export interface WorldState {
  readonly fixture: Fixture
  readonly invention: Invention
  readonly rows: RowSets
  /** Those that its fixture brought. */
  readonly startRows: RowSets
  readonly accepted: AcceptedTimes
  readonly faults: readonly Loaded<Fault>[]
  readonly stubs: readonly Loaded<Stub>[]
  /** How many entries of the timeline are over. */
  readonly timeline: number
}

/** The world that an exchange found when it began. */
export interface WorldBefore {
  readonly state: WorldState
  /** Of the clock; its instant is that at which the exchange began. */
  readonly mode: ClockMode
  /** How many exchanges had ended. */
  readonly ended: number
}

/** The rows that an operation changed. */
export interface RowsWritten {
  readonly changes: readonly ChangedRow[]
  /** Its place among all operations of its world that changed rows. */
  readonly nth: number
}
