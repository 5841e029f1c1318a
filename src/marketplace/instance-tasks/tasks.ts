import { refuse } from '../../kernel/refusal.ts'
import { offerFields } from '../instances/hardware.ts'
import { UNKNOWN_TEMPLATE } from '../instances/create.ts'
import { restarted, toChange } from '../instances/manage.ts'
import type { InstanceRow } from '../instances/rows.ts'
import { requestRules } from '../operation/rules.ts'
import type { Sim } from '../sim.ts'
import { templateByHash } from '../templates/find-template.ts'
import type { UserRow } from '../users/collections.ts'
import { bidRules, templateRules } from './rules.ts'
import type { SeveralBody, TemplateBody } from './schema.ts'

const outbid = {
  actual_status: 'exited',
  cur_state: 'stopped',
  next_state: 'stopped',
  intended_status: 'stopped',
} as const

/** Changes the bid of an instance, and starts or stops it by that. */
export function bidFor(sim: Sim, user: UserRow, id: number, price: number): void {
  const { tables, invention } = sim
  const row = toChange(sim, user, id)
  if (row.price === undefined) throw refuse(bidRules.notBid, `instance ${id} was not rented by a bid`)
  const offer = tables.offers.get(row.offer_id)
  const least = offer === undefined ? 0 : offerFields.reader(invention, 'min_bid')(offer)
  const bid: InstanceRow = { ...row, price }
  if (price < least) tables.instances.put({ ...bid, ...outbid })
  else tables.instances.put(row.actual_status === 'exited' ? restarted(sim, bid, 'loading') : bid)
}

export function recycleInstance(sim: Sim, user: UserRow, id: number): void {
  sim.tables.instances.put(restarted(sim, toChange(sim, user, id), 'loading'))
}

/** Gives an instance the settings of a template, and those that are given besides. */
export function updateTemplate(sim: Sim, user: UserRow, id: number, body: TemplateBody): void {
  const row = toChange(sim, user, id)
  const { template_hash_id: hash, image, tag, env, onstart } = body
  const template =
    hash === undefined ? undefined : templateByHash(sim, user, hash, templateRules.templateUnknown, UNKNOWN_TEMPLATE)
  const ofTemplate = template && {
    template_id: template.id,
    template_hash_id: template.hash_id,
    template_name: template.name,
    image: `${template.image}:${template.tag ?? 'latest'}`,
    env: template.env,
    onstart: template.onstart,
  }
  const changed = {
    ...ofTemplate,
    ...(image !== undefined && { image: tag === undefined ? image : `${image}:${tag}` }),
    ...(typeof env === 'string' && { env }),
    ...(onstart !== undefined && { onstart }),
  }
  sim.tables.instances.put(restarted(sim, { ...row, ...changed }, 'loading'))
}

/** The ids of a request. @throws Refusal where there are none, or one is not an instance of the user */
export function instancesNamed(sim: Sim, user: UserRow, { ids, instance_ids }: SeveralBody): readonly number[] {
  const named = ids ?? instance_ids
  if (named === undefined) throw refuse(requestRules.wrongField, 'ids: is missing')
  for (const id of named) toChange(sim, user, id)
  return [...new Set(named)]
}
