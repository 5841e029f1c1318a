import { z } from 'zod'
import { memoizeByObject } from '../../../kernel/memoize-by-object.ts'
import type { RulesInForce } from '../../../kernel/rules-in-force.ts'
import { object, strictObject } from '../../../kernel/wire.ts'
import { envInRequest, templateFields } from '../../templates/schema.ts'
import { catalogue } from '../../catalogue.ts'

export const bidBody = object(() => ({
  client_id: z.string().optional().describe('Who asks: me.'),
  price: z.number().min(0.001).max(32).describe('The bid, $/hour.'),
}))

export const recycleBody = object(() => ({ id: z.int().optional().describe('That of the path.') }))

const templateUpdate = object(() => ({
  id: z.int().optional().describe('That of the path.'),
  template_hash_id: z.string().optional().describe('hash_id of the template to use.'),
  image: templateFields.image.optional(),
  tag: templateFields.tag,
  env: envInRequest(),
  onstart: templateFields.onstart,
}))
const id = 'InstanceTemplateUpdate'

export const templateUpdateBody = templateUpdate.meta({ id })
/** The body where env may have another length. */
export const templateUpdateUnder = memoizeByObject((rules: RulesInForce) => ({
  body: templateUpdate
    .extend({ env: envInRequest(rules.valueOf(catalogue['instances.create.env-too-long'])) })
    .meta({ id }),
}))
export type TemplateUpdateBody = z.output<typeof templateUpdateBody>

const ids = z.array(z.int()).min(1).max(64).optional()

const named = () => ({ ids: ids.describe('The instances.'), instance_ids: ids.describe('Another name for ids.') })

export const destroyBody = object(named)
export const changeBody = object(() => ({
  ...named(),
  state: z.enum(['running', 'stopped']).optional().describe('Starts or stops the instances.'),
  label: z.string().max(256).optional().describe('A name for the instances.'),
}))
export type SeveralBody = z.output<typeof changeBody>

export const taskResult = strictObject(() => ({ success: z.literal(true) })).meta({ id: 'InstanceTaskDone' })
