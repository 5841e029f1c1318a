import { z } from 'zod'
import { fieldOf } from '../../kernel/object.ts'
import { progressionSchema } from '../../kernel/progression.ts'
import { Steps } from '../../kernel/steps.ts'
import { shortName } from '../../kernel/names.ts'
import { json, namedValues, strictObject } from '../../kernel/wire.ts'
import { dialects } from '../../kernel/rules-in-force.ts'
import { operationId } from '../../marketplace/operation-id.ts'
import { ruleChoices } from '../../marketplace/rule-choices.ts'
import { clockSpec } from './clock-spec.ts'
import { MAX_COMPARED_STEPS, whyUnmet } from '../faults/faults.ts'
import { type Fault, faultSchema } from '../faults/schema.ts'
import { type Stub, stubSchema } from '../stubs/schema.ts'
import { namesReference } from './changes.ts'
import { type TimelineEntry, timelineEntry } from './timeline.ts'

/** What people look for scenarios by, in the order of lists. */
export const purposes = ['network', 'rate-limits', 'permissions', 'refusals', 'data', 'instances'] as const

/** Entries of a timeline: each is played when the scenario is activated, to see that it fits. */
export const MAX_TIMELINE = 1000

/** Entries of a timeline that remove rows, or set an id, an owner, an offer, a size: after each all rows are compared. */
export const MAX_TYING = 250

const tiesRows = ({ set = {}, remove }: TimelineEntry): boolean =>
  remove !== undefined ||
  Object.values(set).some((patches) => patches !== undefined && Object.values(patches).some(namesReference))

/** A value of a parameter. */
export const scalar = z.union([z.string(), z.number(), z.boolean()])

export const paramSchema = strictObject({
  type: z.enum(['string', 'number', 'boolean']).describe('What its values are.'),
  default: scalar.optional().describe('The value where none is given; without it one must be.'),
  description: z.string().optional().describe('What it changes.'),
}).refine(({ type, default: value }) => value === undefined || typeof value === type, {
  path: ['default'],
  message: 'is not of the type of the parameter',
})

const thresholds = z.record(operationId, z.number().min(0))

/** A scenario: a named world to start from, and what goes wrong in it. */
export const scenarioDocument = strictObject({
  $schema: z.string().optional().describe('For editors.'),
  name: shortName.describe('By which it is started; that of its file.'),
  description: z.string().min(1).describe('When to use it.'),
  purpose: z.enum(purposes).optional().describe('What lists show it under; without it under "Yours".'),
  provider_states: z.array(z.string().min(1)).default([]).describe('Further names, for Pact.'),
  params: z
    .record(z.string().regex(/^[a-z][a-z0-9_]*$/, 'is not lower case'), paramSchema)
    .default({})
    .describe('Used as ${name}; $${ stands for ${.'),
  fixture: z
    .union([z.string(), z.array(z.string()).min(1), namedValues(json)])
    .optional()
    .describe(
      'The data to start from: a fixture by name, several to be put together, or a fixture written out. Without it that of the server.',
    ),
  clock: clockSpec
    .optional()
    .describe(
      'real, frozen, an instant at which it is frozen, or { at, frozen }. Without it the clock goes on as it is.',
    ),
  rate_limit: strictObject({
    enabled: z.boolean().default(true).describe('false refuses no request for coming too soon.'),
    thresholds: thresholds.default({}).describe('Seconds between two requests of one key, by operation id.'),
  })
    .optional()
    .describe('Which requests come too soon; without it those of the server.'),
  progression: strictObject({ instances: progressionSchema.describe('When a new instance runs.') })
    .optional()
    .describe('How new instances get to run; without it as the server has it.'),
  dialect: z.enum(dialects).optional().describe('The dialect of the simulated service; by default that of the server.'),
  rules: ruleChoices.optional().describe('Choices at single rules, by their ids: see docs/dialects.md.'),
  faults: z.array(faultSchema).default([]).describe('What goes wrong: see docs/faults.md.'),
  stubs: z.array(stubSchema).default([]).describe('Answers to calls that no operation takes.'),
  timeline: z
    .array(timelineEntry)
    .max(MAX_TIMELINE)
    .refine(
      (entries) => entries.filter(tiesRows).length <= MAX_TYING,
      `has more than ${MAX_TYING} entries that remove rows, or set what ties them to others`,
    )
    .default([])
    .describe('Changes of rows at instants of the clock.'),
})
  .superRefine(namedOnce('faults'), { when: ({ value }) => Array.isArray(fieldOf(value, 'faults')) })
  .superRefine(namedOnce('stubs'), { when: ({ value }) => Array.isArray(fieldOf(value, 'stubs')) })
  .superRefine(faultsMeet, {
    when: ({ value }) => Array.isArray(fieldOf(value, 'faults')) && Array.isArray(fieldOf(value, 'stubs')),
  })
export type Scenario = z.output<typeof scenarioDocument>

type Part = 'faults' | 'stubs'
type Parts = Readonly<Record<Part, readonly unknown[]>>

/** Finds names that are taken, also where the document has other problems. */
function namedOnce(part: Part) {
  return (document: Parts, context: z.RefinementCtx): void => {
    const firsts = new Map<string, number>()
    for (const [index, each] of document[part].entries()) {
      const name = fieldOf(each, 'name')
      if (typeof name !== 'string') continue
      const first = firsts.get(name)
      if (first === undefined) firsts.set(name, index)
      else
        context.addIssue({
          code: 'custom',
          path: [part, index, 'name'],
          message: `"${name}" is taken by ${part}.${first}`,
        })
    }
  }
}

/** Finds faults that no operation and no stub meets, among what has no other problem. */
function faultsMeet(
  { faults, stubs }: { readonly faults: readonly Fault[]; readonly stubs: readonly Stub[] },
  context: z.RefinementCtx,
): void {
  const wrong = new Set(context.issues.map(({ path = [] }) => path.slice(0, 2).join('.')))
  if (wrong.has('faults') || wrong.has('stubs')) return
  const right = stubs.filter((_, index) => !wrong.has(`stubs.${index}`))
  const steps = new Steps(MAX_COMPARED_STEPS)
  for (const [index, fault] of faults.entries()) {
    const why = wrong.has(`faults.${index}`) ? undefined : whyUnmet(fault, right, steps)
    if (why !== undefined) context.addIssue({ code: 'custom', path: ['faults', index, 'match'], message: why })
  }
}
