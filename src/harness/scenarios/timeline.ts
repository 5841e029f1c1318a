import { z } from 'zod'
import type { Due } from '../../kernel/clock.ts'
import { strict } from '../../kernel/wire.ts'
import type { Change } from '../../resources/change.ts'
import { collections } from '../../resources/tables.ts'
import { instant } from '../clock-spec.ts'

const patch = z
  .record(z.string(), z.json())
  .refine((fields) => Object.keys(fields).length > 0, 'changes nothing')
  .refine((fields) => !Object.hasOwn(fields, 'id'), 'names an id: the key is the id')
/** A century. */
const MAX_SECONDS = 3_155_760_000

const patches = z.record(z.string().regex(/^\d{1,15}$/, 'is no id'), patch).optional()
const ids = z.array(z.int().min(1)).optional()

const perCollection = <T extends z.ZodType>(schema: T) => ({
  network_disks: schema,
  network_volume_offers: schema,
  templates: schema,
  offers: schema,
  volumes: schema,
  volume_offers: schema,
  instances: schema,
  endpoint_groups: schema,
  cloud_connections: schema,
})

/** A change at an instant of the clock. */
export const timelineEntry = strict({
  after: z.number().min(0).max(MAX_SECONDS).optional().describe('Seconds since activation.'),
  at: instant.optional().describe('An instant, in place of after.'),
  set: strict({ users: patches, ...perCollection(patches) })
    .optional()
    .describe('Fields to change, or whole rows to add, by collection and id.'),
  remove: strict(perCollection(ids)).optional().describe('Rows that disappear, by collection.'),
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
