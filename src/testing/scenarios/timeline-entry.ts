import { z } from 'zod'
import { strictObject } from '../../kernel/wire.ts'
import { type Collection, collections, declarations } from '../../marketplace/collections.ts'
import { instant } from './clock-spec.ts'

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
