import type { Cell } from '../../kernel/cell.ts'
import type { DueEvent } from '../../kernel/clock.ts'
import type { Change } from '../../marketplace/change-row.ts'
import { collections } from '../../marketplace/collections.ts'
import type { TimelineEntry } from './timeline-entry.ts'

function changesOf({ set = {}, remove = {} }: TimelineEntry): readonly Change[] {
  return collections.flatMap((collection) => [
    ...Object.entries(set[collection] ?? {}).map(([id, fields]) => ({ collection, id: Number(id), patch: fields })),
    ...(remove[collection] ?? []).map((id) => ({ collection, id, patch: undefined })),
  ])
}

interface PlannedEntry {
  readonly atMs: number
  /** Its position in the timeline of the scenario. */
  readonly index: number
  readonly changes: readonly Change[]
}

/** The entries of a timeline in time order, for a scenario that is activated at an instant (Unix milliseconds). */
export const planTimeline = (entries: readonly TimelineEntry[], activatedMs: number): readonly PlannedEntry[] =>
  entries
    .map((entry, index) => ({
      index,
      atMs: entry.at ?? activatedMs + Math.round((entry.after ?? 0) * 1000),
      changes: changesOf(entry),
    }))
    .toSorted((a, b) => a.atMs - b.atMs)

/** Makes the changes of one instant (Unix milliseconds). Returns for each change why it was not made, or undefined. */
export type ApplyChanges = (changes: readonly Change[], atMs: number) => readonly (string | undefined)[]

/** Changes that wait for their instants, in time order. */
export class Timeline {
  readonly #plan: readonly PlannedEntry[]
  /** How many of its entries are over. */
  readonly #over: Cell<number>
  /** What the entries that are over really changed, for the receipt of the move under way. */
  readonly #outcomes = new Map<PlannedEntry, string>()

  constructor(plan: readonly PlannedEntry[], over: Cell<number>) {
    this.#plan = plan
    this.#over = over
  }

  /** Whether nothing is to come any more. */
  get isOver(): boolean {
    return this.#over.value >= this.#plan.length
  }

  /** Makes all changes that are due at an instant (Unix milliseconds). */
  applyDueChanges(nowMs: number, apply: ApplyChanges): void {
    for (
      let due = this.#plan[this.#over.value];
      due !== undefined && due.atMs <= nowMs;
      due = this.#plan[this.#over.value]
    ) {
      this.#over.value += 1
      const whys = apply(due.changes, due.atMs)
      this.#outcomes.set(due, due.changes.map((change, index) => changeOutcome(change, whys[index])).join('; '))
    }
  }

  /** The next entries: those of one instant. A move asks again once they have run. */
  nextEvents(apply: ApplyChanges): readonly DueEvent[] {
    let end = this.#over.value
    while (this.#plan[end] !== undefined && this.#plan[end]?.atMs === this.#plan[this.#over.value]?.atMs) end += 1
    return this.#eventsOf(this.#plan.slice(this.#over.value, end), apply)
  }

  /** All entries that are still to come. */
  upcoming(apply: ApplyChanges): readonly DueEvent[] {
    return this.#eventsOf(this.#plan.slice(this.#over.value), apply)
  }

  #eventsOf(entries: readonly PlannedEntry[], apply: ApplyChanges): readonly DueEvent[] {
    return entries.map((entry) => {
      const text = entry.changes.map((change) => changeOutcome(change)).join('; ')
      return {
        atMs: entry.atMs,
        text,
        run: () => this.applyDueChanges(entry.atMs, apply),
        // A request during the move may have made the changes before `run` did.
        outcome: () => this.#outcomes.get(entry) ?? text,
      }
    })
  }
}

/** `instances 31 gets label`, or `instances 31 does not get label: there is no 31 in instances`. @param why it was not made */
function changeOutcome({ collection, id, patch: fields }: Change, why?: string): string {
  const row = `${collection} ${id}`
  if (fields === undefined) return why === undefined ? `${row} disappears` : `${row} does not disappear: ${why}`
  const names = Object.keys(fields).join(', ')
  return why === undefined ? `${row} gets ${names}` : `${row} does not get ${names}: ${why.replace(`${row} `, '')}`
}
