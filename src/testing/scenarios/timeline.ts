import type { Due } from '../../kernel/clock.ts'
import type { Change } from '../../marketplace/change-row.ts'
import { collections } from '../../marketplace/collections.ts'
import type { TimelineEntry } from './timeline-entry.ts'

function changesOf({ set = {}, remove = {} }: TimelineEntry): readonly Change[] {
  return collections.flatMap((collection) => [
    ...Object.entries(set[collection] ?? {}).map(([id, fields]) => ({ collection, id: Number(id), patch: fields })),
    ...(remove[collection] ?? []).map((id) => ({ collection, id, patch: undefined })),
  ])
}

interface Planned {
  readonly atMs: number
  /** Its place in the scenario. */
  readonly index: number
  readonly changes: readonly Change[]
}

/** When each entry of a scenario that is activated at an instant (Unix milliseconds) comes due. */
export const planned = (entries: readonly TimelineEntry[], activatedMs: number): readonly Planned[] =>
  entries
    .map((entry, index) => ({
      index,
      atMs: entry.at ?? activatedMs + Math.round((entry.after ?? 0) * 1000),
      changes: changesOf(entry),
    }))
    .toSorted((a, b) => a.atMs - b.atMs)

/** Makes the changes of one instant (Unix milliseconds); answers for each why it was not made, or undefined. */
export type Make = (changes: readonly Change[], atMs: number) => readonly (string | undefined)[]

/** Changes that wait for their instants, in time order. */
export class Timeline {
  readonly #plan: readonly Planned[]
  #next: number
  /** What came of those that are over, for the receipt of the move under way. */
  readonly #came = new Map<Planned, string>()

  constructor(plan: readonly Planned[], next = 0) {
    this.#plan = plan
    this.#next = next
  }

  /** Makes all changes whose instant (Unix milliseconds) has come. */
  settle(nowMs: number, make: Make): void {
    for (let due = this.#plan[this.#next]; due !== undefined && due.atMs <= nowMs; due = this.#plan[this.#next]) {
      this.#next += 1
      const whys = make(due.changes, due.atMs)
      this.#came.set(due, inWords(due.changes.map((change, index) => outcome(change, whys[index]))))
    }
  }

  /** What comes next: the entries of one instant. A move asks again once they have happened. */
  next(make: Make): readonly Due[] {
    let end = this.#next
    while (this.#plan[end] !== undefined && this.#plan[end]?.atMs === this.#plan[this.#next]?.atMs) end += 1
    return this.#due(this.#plan.slice(this.#next, end), make)
  }

  /** All that comes. */
  agenda(make: Make): readonly Due[] {
    return this.#due(this.#plan.slice(this.#next), make)
  }

  #due(entries: readonly Planned[], make: Make): readonly Due[] {
    return entries.map((entry) => {
      const text = inWords(entry.changes.map((change) => outcome(change)))
      return {
        atMs: entry.atMs,
        text,
        happen: () => this.settle(entry.atMs, make),
        // A request on the way may have come first.
        came: () => this.#came.get(entry) ?? text,
      }
    })
  }

  fork(): Timeline {
    return new Timeline(this.#plan, this.#next)
  }
}

const inWords = (outcomes: readonly string[]): string => outcomes.join('; ')

/** @param why it was not made */
function outcome({ collection, id, patch: fields }: Change, why?: string): string {
  const row = `${collection} ${id}`
  if (fields === undefined) return why === undefined ? `${row} disappears` : `${row} does not disappear: ${why}`
  const names = Object.keys(fields).join(', ')
  return why === undefined ? `${row} gets ${names}` : `${row} does not get ${names}: ${why.replace(`${row} `, '')}`
}
