import { z } from 'zod'
import { strictObject } from '../../kernel/wire.ts'
import { type Collection, collections, declarations } from '../../marketplace/collections.ts'
import { instant } from './clock-spec.ts'
import type { Cell } from '../../kernel/cell.ts'
import type { DueEvent } from '../../kernel/clock.ts'
import type { Change } from '../../marketplace/change-row.ts'

const patch = z
  .record(z.string(), z.json())
  .refine((fields) => Object.keys(fields).length > 0, 'changes nothing')
  .refine((fields) => !Object.hasOwn(fields, 'id'), 'names an id: the key is the id')
/** A century. */
const MAX_TIMELINE_SECONDS = 3_155_760_000

/** Fields of rows by their ids; null unsets one. */
export const patches = z.record(z.string().regex(/^\d{1,15}$/, 'is not an id'), patch).optional()
const ids = z.array(z.int().min(1)).optional()

/** One schema for each of some collections. */
export const forEach = <T extends z.ZodType>(names: readonly Collection[], schema: T) =>
  strictObject(Object.fromEntries(names.map((name) => [name, schema.describe(`Rows of ${name}, by id.`)])))

/** A change at an instant of the clock. */
export const timelineEntry = strictObject({
  after: z.number().min(0).max(MAX_TIMELINE_SECONDS).optional().describe('Seconds since activation.'),
  at: instant.optional().describe('An instant, in place of after.'),
  set: forEach(collections, patches)
    .optional()
    .describe('Fields to change, or whole rows to add, by collection and id.'),
  remove: forEach(
    collections.filter((name) => declarations[name].isUndeletable !== true),
    ids,
  )
    .optional()
    .describe('Rows that disappear, by collection.'),
}).superRefine((entry, context) => {
  if (context.issues.length > 0) return
  if ((entry.after === undefined) === (entry.at === undefined)) context.addIssue('names either after or at')
  if (Object.keys(entry.set ?? {}).length + Object.keys(entry.remove ?? {}).length === 0)
    context.addIssue('changes nothing: it has neither set nor remove')
})
export type TimelineEntry = z.output<typeof timelineEntry>

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
