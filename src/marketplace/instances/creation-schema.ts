import { z } from 'zod'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { markAllAssumed } from '../../kernel/marks.ts'
import { object } from '../../kernel/wire.ts'
import { envInRequest, limitedFields } from '../templates/schema.ts'
import { createBody as usualBody, diskOf, priceOf } from './schema.ts'
import { catalogue } from '../catalogue.ts'

const flag = z.boolean().optional()
const word = z.string().optional()

/** What clients send besides. */
const further = object(() => ({
  volume_info: z
    .object({
      ...usualBody.shape.volume_info.unwrap().shape,
      name: z.string().max(256).optional().describe('A name for the new volume.'),
    })
    .meta({ id: 'VolumeAttachment' })
    .optional()
    .describe('The volume to attach; without it none is.'),
  ...markAllAssumed({
    client_id: word.describe('Who asks: me.'),
    cancel_unavail: flag.describe('Whether a machine that cannot start it at once is an error. Each can.'),
    vm: flag.describe('Whether it is a virtual machine.'),
    force: flag.describe('Whether to rent against warnings.'),
    user: word.describe('Who runs the container.'),
    image_login: word.describe('Credentials for the registry. Secret.'),
    python_utf8: flag.describe('Whether Python uses UTF-8.'),
    lang_utf8: flag.describe('Whether the locale uses UTF-8.'),
  }),
}))
export const isFurther = (name: string): boolean => name !== 'volume_info' && Object.hasOwn(further.shape, name)

const furtherBody = object(() => ({ ...usualBody.shape, ...further.shape }))
export type CreateBody = z.infer<typeof furtherBody>
export type VolumeAttachment = NonNullable<CreateBody['volume_info']>

export const createBody: z.ZodType<CreateBody> = usualBody.meta({ id: 'InstanceCreation' })

/** The body under the thresholds that are in force, with the further fields where they are read. */
export const createBodyUnder = memoizeByObject((rules: RulesInForce) => {
  const limits = rules.valueOf(catalogue['templates.create.no-quota'])
  const body = rules.chosen(catalogue['instances.create.further-fields']) === 'read' ? furtherBody : usualBody
  const image = limitedFields(limits).image.optional()
  return {
    body: body
      .extend({
        image: image.describe(usualBody.shape.image.description ?? ''),
        env: envInRequest(rules.valueOf(catalogue['instances.create.env-too-long'])),
        disk: diskOf(rules.valueOf(catalogue['instances.create.smallest-disk']), limits.disk),
        price: priceOf(rules.valueOf(catalogue['instances.create.price-invalid'])),
      })
      .meta({ id: 'InstanceCreation' }),
  }
})
