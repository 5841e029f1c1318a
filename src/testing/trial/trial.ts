import { z } from 'zod'
import { type InputOf, strictObject } from '../../kernel/wire.ts'
import { operationId } from '../../marketplace/operation-id.ts'
import { operations } from '../../marketplace/routes.ts'
import { refusalNamed } from '../faults/kinds/answers.ts'
import { effectSchema } from '../faults/schema.ts'

export const families = ['transient', 'refusals', 'lost-reply', 'outage', 'answers', 'wrong'] as const
export type TrialFamily = (typeof families)[number]

/** What the fault of a trial is called in exchanges. */
export const TRIAL_FAULT = 'trial'

/** One trial of a sweep: what is injected, and where. */
export const trialSchema = strictObject(() => ({
  id: z.string().min(1).describe('Stands in reports and in --trial.'),
  family: z.enum(families),
  operation: operationId,
  sandbox: z
    .string()
    .min(1)
    .optional()
    .describe('Where its call comes; without it calls of all sandboxes count together.'),
  call: z.int().min(1).describe('Which call of the operation meets it, counted from 1.'),
  lasts: z.enum(['once', 'from']).describe('from: that call and all later ones.'),
  effect: effectSchema,
  injected: z.string().min(1).describe('In words, for the report.'),
  why: z.string().optional().describe('Why it matters, in a sentence.'),
  right: z.array(z.string()).optional().describe('Verdicts that are right besides those of its family.'),
})).superRefine(({ operation, effect: { replacement } }, context) => {
  const found = operations.find(({ id }) => id === operation)
  if (replacement?.key !== 'refuse' || found === undefined) return
  const name = String(replacement.value)
  if (refusalNamed(found, name) === undefined)
    context.addIssue({ code: 'custom', path: ['effect', 'refuse'], message: `${operation} has no refusal "${name}"` })
})

/** A trial as it is written: `{ id, family, operation, call, lasts, injected, effect }`. */
export type Trial = InputOf<typeof trialSchema>

export type PlannedTrial = z.output<typeof trialSchema>

/** What a test may know of the trial that it runs under. */
export type ShownTrial = Pick<Trial, 'family' | 'operation' | 'sandbox' | 'call' | 'injected'>

/** Parts of a sandbox's name that are others in each run: hex digits of a random id. */
const RANDOM = /[0-9a-f]{8,}(-[0-9a-f]{4,})*/gi

/**
 * Names the place of a call by its sandbox, alike in each run of a suite: tests at the same time do not change which
 * call of their own sandboxes comes first.
 */
export const placeOf = (sandbox: string): string =>
  sandbox.replaceAll(RANDOM, (text) => (/\d/.test(text) ? '' : text)).replaceAll(/^[-_.]+|[-_.]+$/g, '') || 'unnamed'
