import { refuse } from '../../kernel/refusal.ts'
import type { Sim } from '../../kernel/sim.ts'
import { templateRuntypes } from '../templates/schema.ts'
import type { TemplateRow, TemplateTables } from '../templates/state.ts'
import { checkArgs, checkEnv, unknownHash, visible } from '../templates/template.ts'
import type { UserRow } from '../users/state.ts'
import { launchSettings } from './from-template.ts'
import { createRules } from './rules.ts'
import type { CreateBody } from './schema.ts'
import type { InstanceRow, InstanceTables, OfferRow } from './state.ts'
import { volumeFor } from './volume.ts'

type RentSim = Sim<InstanceTables & TemplateTables>

/** Rents an offer. Everything is checked before anything changes. */
export function createInstance(sim: RentSim, user: UserRow, offerId: number, request: CreateBody): InstanceRow {
  const { tables, clock, trace, progression } = sim
  const offer = freeOffer(sim, offerId)
  const template = request.template_hash_id === undefined ? undefined : templateFor(sim, user, request.template_hash_id)
  if (template === undefined && request.image === undefined) {
    throw refuse(createRules.imageMissing, 'image: is missing, and no template_hash_id names a template that has one')
  }
  checkEnv(trace, request.env)
  if (request.args_str !== undefined) checkArgs(request.args_str)
  const volume = request.volume_info && volumeFor(sim, user, request.volume_info)
  const settings = launchSettings(trace, template, request)

  traceCreation(sim, template, request)
  if (volume !== undefined) tables.volumes.put(volume)
  if (template !== undefined) {
    tables.templates.put({
      ...template,
      count_created: template.count_created + 1,
      recent_create_date: clock.nowSeconds,
    })
  }
  const { id: _offerId, ...machine } = offer
  return tables.instances.put({
    ...machine,
    ...settings,
    id: tables.instances.nextId(),
    user_id: user.id,
    offer_id: offer.id,
    start_date: clock.nowSeconds,
    ...(progression.mode !== 'immediate' && { boot: progression }),
    ...(request.label !== undefined && { label: request.label }),
    ...(request.price !== undefined && { price: request.price }),
    ...(request.target_state === 'stopped' && { intended_status: request.target_state }),
    ...(volume !== undefined &&
      request.volume_info && {
        volumes: [{ volume_id: volume.id, size: volume.size, mount_path: request.volume_info.mount_path }],
      }),
  })
}

function freeOffer({ tables }: RentSim, id: number): OfferRow {
  const offer = tables.offers.get(id)
  if (offer === undefined) throw refuse(createRules.offerUnknown, `there is no offer ${id}`)
  if (tables.instances.where('offer_id', id).length > 0)
    throw refuse(createRules.offerRented, `offer ${id} is rented already`)
  return offer
}

function templateFor(sim: RentSim, user: UserRow, hashId: string): TemplateRow {
  const template = visible(sim.tables.templates.where('hash_id', hashId)[0], user)
  if (template === undefined) throw unknownHash(sim, createRules.templateUnknown, user, hashId)
  return template
}

/** Those of its table, and those of the precedence rules. */
const contractParameters = new Set([
  'template_hash_id',
  'image',
  'env',
  'volume_info',
  'disk',
  'runtype',
  'extra_filters',
])

const isInContract = ([name, value]: [string, unknown]): boolean =>
  contractParameters.has(name) && (name !== 'runtype' || templateRuntypes.some((runtype) => runtype === value))

function traceCreation({ trace, progression }: RentSim, template: TemplateRow | undefined, request: CreateBody): void {
  trace.apply(createRules.rents)
  trace.apply(progression.mode === 'immediate' ? createRules.runningAtOnce : createRules.progression)
  trace.apply(createRules.noEvents)
  if (!Object.entries(request).every(isInContract)) trace.apply(createRules.furtherParameters)
  if (template === undefined) trace.apply(createRules.defaults)
  if ((request.extra_filters ?? template?.extra_filters) !== undefined) trace.apply(createRules.filtersNotApplied)
}
