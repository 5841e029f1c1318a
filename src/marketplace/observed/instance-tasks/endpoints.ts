import { imageOfRow, imageReference } from '../../instances/launch.ts'
import { templateDefaults } from '../../templates/schema.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { offerFields } from '../../instances/hardware.ts'
import { UNKNOWN_TEMPLATE } from '../../instances/create.ts'
import { restartRow, requireOwnInstance, changeInstance, destroyInstance } from '../../instances/manage.ts'
import type { InstanceRow } from '../../instances/rows.ts'
import type { Sim } from '../../sim.ts'
import { templateByHash } from '../../templates/find-template.ts'
import { readFlags } from '../../templates/flags-in-request.ts'
import type { TemplateRow } from '../../templates/collections.ts'
import type { UserRow } from '../../users/collections.ts'
import {
  type SeveralBody,
  type TemplateUpdateBody,
  bidBody,
  changeBody,
  destroyBody,
  taskResult,
  recycleBody,
  templateUpdateBody,
  templateUpdateUnder,
} from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { instanceParams } from '../../instances/schema.ts'
import { observedEndpoint } from '../../operation/route.ts'

const outbidStatus = {
  actual_status: 'exited',
  cur_state: 'stopped',
  next_state: 'stopped',
  intended_status: 'stopped',
} as const

/** Changes the bid of an instance, and starts or stops it by that. */
function changeBid(sim: Sim, user: UserRow, id: number, price: number): void {
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

function recycleInstance(sim: Sim, user: UserRow, id: number): void {
  sim.tables.instances.put(restartRow(sim, requireOwnInstance(sim, user, id), 'loading'))
}

/** Gives an instance the settings of a template, and those that are given besides. */
function updateTemplate(sim: Sim, user: UserRow, id: number, body: TemplateUpdateBody): void {
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
function namedInstanceIds(sim: Sim, user: UserRow, { ids, instance_ids }: SeveralBody): readonly number[] {
  const named = ids ?? instance_ids
  if (named === undefined) throw refuse(catalogue['request.wrong-field'], 'ids: is missing')
  for (const id of named) requireOwnInstance(sim, user, id)
  return [...new Set(named)]
}

const task = {
  method: 'PUT',
  scope: 'instance_write',
  params: instanceParams,
  response: taskResult,
  stores: true,
} as const

const several = {
  path: '/api/v0/instances/',
  scope: 'instance_write',
  response: taskResult,
  success: catalogue['instances.several.each'],
  stores: true,
} as const

const bid = observedEndpoint(
  {
    ...task,
    id: 'instances.bid',
    path: '/api/v0/instances/bid_price/{id}/',
    summary: 'Change the bid of an instance',
    body: bidBody.meta({ id: 'InstanceBid' }),
    success: catalogue['instances.bid.sets-price'],
    rules: ['instances.change.unknown', 'instances.change.restarts', 'instances.bid.*'],
    reportedSeconds: 5.5,
  },
  (sim, user, { params, body }) => changeBid(sim, user, params.id, body.price),
)

const recycle = observedEndpoint(
  {
    ...task,
    id: 'instances.recycle',
    path: '/api/v0/instances/recycle/{id}/',
    summary: 'Boot an instance from its image again',
    body: recycleBody.meta({ id: 'InstanceRecycling' }),
    success: catalogue['instances.recycle.recycles'],
    rules: ['instances.change.unknown', 'instances.change.restarts', 'instances.recycle.*'],
    reportedSeconds: 1,
  },
  (sim, user, { params }) => recycleInstance(sim, user, params.id),
)

const update = observedEndpoint(
  {
    ...task,
    id: 'instances.update-template',
    path: '/api/v0/instances/update_template/{id}/',
    summary: 'Give an instance another template',
    body: templateUpdateBody,
    schemasUnder: templateUpdateUnder,
    success: catalogue['instances.update-template.updates'],
    rules: [
      'instances.change.unknown',
      'instances.change.restarts',
      'instances.create.template-unknown',
      'templates.env-object',
      'templates.env-hostname',
      'templates.env-is-a-string',
      'templates.env-object-ignored',
      'templates.env-malformed',
      'templates.env-words-unread',
      'templates.shell-words',
      'instances.create.env-too-long',
      'instances.update-template.*',
    ],
    above: { env: catalogue['instances.create.env-too-long'] },
  },
  (sim, user, { params, body }) => updateTemplate(sim, user, params.id, body),
)

const changeSeveral = observedEndpoint(
  {
    ...several,
    id: 'instances.change-several',
    method: 'PUT',
    summary: 'Start, stop or label several instances',
    body: changeBody.meta({ id: 'SeveralInstancesChange' }),
    rules: ['instances.change.*', 'instances.several.*'],
  },
  (sim, user, { body }) => {
    for (const id of namedInstanceIds(sim, user, body)) changeInstance(sim, user, id, body)
  },
)

const destroySeveral = observedEndpoint(
  {
    ...several,
    id: 'instances.destroy-several',
    method: 'DELETE',
    summary: 'Destroy several instances',
    body: destroyBody.meta({ id: 'SeveralInstances' }),
    rules: ['instances.change.answer', 'instances.change.unknown', 'instances.destroy.*', 'instances.several.*'],
  },
  (sim, user, { body }) => {
    for (const id of namedInstanceIds(sim, user, body)) destroyInstance(sim, user, id)
  },
)

export const instanceTaskEndpoints = [bid, recycle, update, changeSeveral, destroySeveral]
