import type { Due } from '../../kernel/clock.ts'
import type { Change } from '../../resources/change.ts'
import { collections } from '../../resources/tables.ts'
import type { TimelineEntry } from './timeline-entry.ts'

function changesOf({ set = {}, remove = {} }: TimelineEntry): readonly Change[] {
  return collections.flatMap((collection) => [
    ...Object.entries(set[collection] ?? {}).map(([id, fields]) => ({ collection, id: Number(id), patch: fields })),
    ...(collection === 'users' ? [] : (remove[collection] ?? [])).map((id) => ({ collection, id, patch: undefined })),
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

/** Changes that wait for their instants, in time order. */
export class Timeline {
  readonly #plan: readonly Planned[]
  #next: number

  constructor(plan: readonly Planned[], next = 0) {
    this.#plan = plan
    this.#next = next
  }

  /** Makes all changes whose instant (Unix milliseconds) has come. */
  settle(nowMs: number, make: (change: Change) => void): void {
    for (let due = this.#plan[this.#next]; due !== undefined && due.atMs <= nowMs; due = this.#plan[this.#next]) {
      this.#next += 1
      for (const change of due.changes) make(change)
    }
  }

  agenda(make: (change: Change) => void): readonly Due[] {
    return this.#plan.slice(this.#next).map(({ atMs, changes }) => ({
      atMs,
      text: changes.map(inWords).join('; '),
      happen: () => this.settle(atMs, make),
    }))
  }

  fork(): Timeline {
    return new Timeline(this.#plan, this.#next)
  }
}

const inWords = ({ collection, id, patch: fields }: Change): string =>
  fields === undefined ? `${collection} ${id} disappears` : `${collection} ${id} gets ${Object.keys(fields).join(', ')}`
