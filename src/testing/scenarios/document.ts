import { z } from 'zod'
import { fieldOf } from '../../kernel/object.ts'
import { progressionSchema } from '../../kernel/progression.ts'
import { shortName, strictObject } from '../../kernel/wire.ts'
import { dialects } from '../../kernel/rules-in-force.ts'
import { operationId } from '../../marketplace/operation-id.ts'
import { ruleChoices } from '../../marketplace/rule-choices.ts'
import { clockSetting } from './clock-spec.ts'
import { faultSchema } from '../faults/schema.ts'
import { namesReference } from './changes.ts'
import { type TimelineEntry, timelineEntry } from './timeline-entry.ts'

/** Entries of a timeline: each is played when the scenario is activated, to see that it fits. */
export const MAX_TIMELINE = 1000

/** Entries of a timeline that remove rows, or set an id, an owner, an offer, a size: after each all rows are compared. */
export const MAX_TYING = 250

const tiesRows = ({ set = {}, remove }: TimelineEntry): boolean =>
  remove !== undefined ||
  Object.values(set).some((patches) => patches !== undefined && Object.values(patches).some(namesReference))

/** A value of a parameter. */
const scalar = z.union([z.string(), z.number(), z.boolean()])

export const paramSchema = strictObject({
  type: z.enum(['string', 'number', 'boolean']),
  default: scalar.optional(),
  description: z.string().optional(),
}).refine(({ type, default: value }) => value === undefined || typeof value === type, {
  path: ['default'],
  message: 'is not of the type of the parameter',
})

const thresholds = z.record(operationId, z.number().min(0))

/** A scenario: a named world to start from, and what goes wrong in it. */
export const scenarioDocument = strictObject({
  $schema: z.string().optional().describe('For editors.'),
  name: shortName,
  description: z.string().min(1).describe('When to use it.'),
  provider_states: z.array(z.string().min(1)).default([]).describe('Further names, for Pact.'),
  params: z
    .record(z.string().regex(/^[a-z][a-z0-9_]*$/, 'is not lower case'), paramSchema)
    .default({})
    .describe('Used as ${name}; $${ stands for ${.'),
  fixture: z.union([z.string(), z.array(z.string()).min(1), z.record(z.string(), z.json())]).optional(),
  clock: clockSetting.optional(),
  rate_limit: strictObject({ enabled: z.boolean().default(true), thresholds: thresholds.default({}) }).optional(),
  progression: strictObject({ instances: progressionSchema }).optional(),
  dialect: z.enum(dialects).optional().describe('Whose behaviour is simulated; without it that of the server.'),
  rules: ruleChoices.optional().describe('What is chosen at single rules, by their ids: see docs/dialects.md.'),
  faults: z.array(faultSchema).default([]),
  timeline: z
    .array(timelineEntry)
    .max(MAX_TIMELINE)
    .refine(
      (entries) => entries.filter(tiesRows).length <= MAX_TYING,
      `has more than ${MAX_TYING} entries that remove rows, or set what ties them to others`,
    )
    .default([]),
}).superRefine(
  ({ faults }, context) => {
    const names = faults.map((fault) => fieldOf(fault, 'name'))
    const firsts = new Map<string, number>()
    for (const [index, each] of names.entries()) {
      if (typeof each !== 'string') continue
      const first = firsts.get(each)
      if (first === undefined) firsts.set(each, index)
      else
        context.addIssue({
          code: 'custom',
          path: ['faults', index, 'name'],
          message: `"${each}" is taken by faults.${first}`,
        })
    }
  },
  // Also where the document has other problems.
  { when: ({ value }) => Array.isArray(fieldOf(value, 'faults')) },
)
export type Scenario = z.output<typeof scenarioDocument>
