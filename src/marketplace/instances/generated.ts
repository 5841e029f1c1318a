import type { Draw } from '../../kernel/invention.ts'
import { declaredRules } from '../../kernel/rules-in-force.ts'
import { Trace } from '../../kernel/trace.ts'
import type { TemplateRow } from '../templates/collections.ts'
import { launchSettings } from './launch.ts'
import type { InstanceRow } from './rows.ts'

/** What there is of a hundred instances of an account that is used. */
const spread = [
  [62, {}],
  [13, { intended_status: 'stopped' }],
  [8, { actual_status: 'loading' }],
  [7, { actual_status: 'exited', status_msg: 'container exited with code 1' }],
  [5, { actual_status: 'created' }],
  [5, { actual_status: 'offline', status_msg: 'the machine does not answer' }],
] as const

const weighted = spread.map(([weight, value]) => ({ weight, value }))

const labels = ['train', 'finetune', 'inference', 'eval', 'render', 'embed', 'notebook', 'ci'] as const

interface GenerationContext {
  readonly id: number
  readonly userId: number
  /** Those that the user may use. */
  readonly templates: readonly TemplateRow[]
}

/** An instance as `generate` adds it; its offer has its id. */
export function generatedInstance(draw: Draw, { id, userId, templates }: GenerationContext): InstanceRow {
  const template = draw('template', (f) => (templates.length === 0 ? undefined : f.helpers.arrayElement(templates)))
  return {
    ...launchSettings({ rules: declaredRules, trace: new Trace() }, template, {}),
    id,
    user_id: userId,
    offer_id: id,
    label: draw('label', (f) => `${f.helpers.arrayElement(labels)}-${f.number.int({ min: 1, max: 99 })}`),
    ...draw('status', (f) => f.helpers.weightedArrayElement(weighted)),
  }
}
