import { imageOfRow, imageReference } from '../../instances/launch.ts'
import { templateDefaults } from '../../templates/schema.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { offerFields } from '../../instances/hardware.ts'
import { UNKNOWN_TEMPLATE } from '../../instances/create.ts'
import { restartRow, requireOwnInstance } from '../../instances/manage.ts'
import type { InstanceRow } from '../../instances/rows.ts'
import type { Sim } from '../../sim.ts'
import { templateByHash } from '../../templates/find-template.ts'
import { readFlags } from '../../templates/flags-in-request.ts'
import type { TemplateRow } from '../../templates/collections.ts'
import type { UserRow } from '../../users/collections.ts'
import type { SeveralBody, TemplateUpdateBody } from './schema.ts'
import { catalogue } from '../../catalogue.ts'

const outbidStatus = {
  actual_status: 'exited',
  cur_state: 'stopped',
  next_state: 'stopped',
  intended_status: 'stopped',
} as const

/** Changes the bid of an instance, and starts or stops it by that. */
export function changeBid(sim: Sim, user: UserRow, id: number, price: number): void {
  const { tables, invention } = sim
  const row = requireOwnInstance(sim, user, id)
  if (row.price === undefined)
    throw refuse(catalogue['instances.bid.not-a-bid'], `instance ${id} was not rented by a bid`)
  const offer = tables.offers.get(row.offer_id)
  const least = offer === undefined ? 0 : offerFields.reader(invention, 'min_bid')(offer)
  const bid: InstanceRow = { ...row, price }
  if (price < least) tables.instances.put({ ...bid, ...outbidStatus })
  else tables.instances.put(row.actual_status === 'exited' ? restartRow(sim, bid, 'loading') : bid)
}

export function recycleInstance(sim: Sim, user: UserRow, id: number): void {
  sim.tables.instances.put(restartRow(sim, requireOwnInstance(sim, user, id), 'loading'))
}

/** Gives an instance the settings of a template, and those that are given besides. */
export function updateTemplate(sim: Sim, user: UserRow, id: number, body: TemplateUpdateBody): void {
  const row = requireOwnInstance(sim, user, id)
  const { template_hash_id: hash, onstart } = body
  const template =
    hash === undefined
      ? undefined
      : templateByHash(sim, user, hash, catalogue['instances.create.template-unknown'], UNKNOWN_TEMPLATE)
  const ofTemplate = template && {
    template_id: template.id,
    template_hash_id: template.hash_id,
    template_name: template.name,
    env: template.env,
    onstart: template.onstart,
  }
  const env = readFlags(sim, body, catalogue['instances.create.env-too-long'])
  const changed = {
    ...ofTemplate,
    image: imageAfter(row, template, body),
    ...(env !== undefined && { env }),
    ...(onstart !== undefined && { onstart }),
  }
  if (settingNames.every((name) => body[name] === undefined))
    sim.trace.addHint(`nothing is changed, but the instance boots again; give ${settingNames.join(', ')}`)
  sim.tables.instances.put(restartRow(sim, { ...row, ...changed }, 'loading'))
}

const settingNames = ['template_hash_id', 'image', 'tag', 'env', 'onstart'] as const

/** A tag without an image is that of the image which the template, or else the instance, has. */
function imageAfter(row: InstanceRow, template: TemplateRow | undefined, { image, tag }: TemplateUpdateBody) {
  const ofTemplate = template?.image === '' ? undefined : template?.image
  const named = image ?? ofTemplate
  if (named === undefined && tag === undefined) return row.image
  const tagOfTemplate = named === ofTemplate ? template?.tag : undefined
  return imageReference(named ?? imageOfRow(row), tag ?? tagOfTemplate, templateDefaults.tag)
}

/** The ids of a request. @throws Refusal where there are none, or one is not an instance of the user */
export function namedInstanceIds(sim: Sim, user: UserRow, { ids, instance_ids }: SeveralBody): readonly number[] {
  const named = ids ?? instance_ids
  if (named === undefined) throw refuse(catalogue['request.wrong-field'], 'ids: is missing')
  for (const id of named) requireOwnInstance(sim, user, id)
  return [...new Set(named)]
}
