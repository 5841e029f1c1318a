import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { Every } from '../../kernel/object.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Sim } from '../sim.ts'
import { checkFlags, traceFlags } from '../templates/flags-in-request.ts'
import { templateByHash } from '../templates/find-template.ts'
import type { UserRow } from '../users/collections.ts'
import { type Launch, launchSettings, launchTerms } from './from-template.ts'
import { offerFields } from './hardware.ts'
import { createRules } from './rules.ts'
import { type CreateBody, isFurther, type VolumeAttachment } from './creation-schema.ts'
import type { InstanceRow, OfferRow, VolumeRow } from './rows.ts'
import { traceLaunch } from './trace-launch.ts'
import { volumeFor } from './volume.ts'

/** Rents an offer. Every check comes before the first change and the first rule of the trace. */
export function createInstance(sim: Sim, user: UserRow, offerId: number, sent: CreateBody): InstanceRow {
  const { tables, clock, progression } = sim
  const offer = freeOffer(sim, user, offerId)
  const { template_hash_id: hashId } = sent
  const template = hashId === undefined ? undefined : templateByHash(sim, user, hashId, createRules.templateUnknown)
  if (template === undefined && sent.image === undefined) {
    throw refuse(createRules.imageMissing, 'image: is missing, and no template_hash_id names a template that has one')
  }
  checkKeys(sim, user, sent)
  const flags = checkFlags(sim, sent, createRules.envTooLong)
  const request = flags.env === undefined || flags.env === sent.env ? sent : { ...sent, env: flags.env }
  const settings = launchSettings(template, request, launchTerms(sim.rules))
  const volume = request.volume_info && volumeFor(sim, user, request.volume_info)

  traceFlags(sim, sent, flags)
  traceLaunch(sim, template, request, settings)
  traceCreation(sim, offer, request)
  if (volume !== undefined) tables.volumes.put(volume)
  if (template !== undefined) {
    const used = { count_created: template.count_created + 1, recent_create_date: clock.nowSeconds }
    tables.templates.put(Object.assign({ ...template }, used))
  }
  // Field by field: Object.assign takes ten times as long, a spread a hundred times (docs/decisions/where-time-goes.md).
  const own: Every<Own> & Launch = {
    id: tables.instances.nextId(),
    user_id: user.id,
    offer_id: offer.id,
    start_date: clock.nowSeconds,
    boot: progression.mode === 'immediate' ? undefined : progression,
    label: request.label,
    price: request.price,
    intended_status: request.target_state === 'stopped' ? request.target_state : undefined,
    volumes: volume && request.volume_info && [attached(volume, request.volume_info)],
    template_id: settings.template_id,
    template_hash_id: settings.template_hash_id,
    template_name: settings.template_name,
    env: settings.env,
    extra_filters: settings.extra_filters,
    image: settings.image,
    runtype: settings.runtype,
    onstart: settings.onstart,
    disk_space: settings.disk_space,
    use_jupyter_lab: settings.use_jupyter_lab,
    jupyter_dir: settings.jupyter_dir,
    ssh_direct: settings.ssh_direct,
    use_ssh: settings.use_ssh,
    jup_direct: settings.jup_direct,
    args: settings.args,
  }
  // Most fixtures say little of a machine: the rest is invented when it is shown.
  return tables.instances.put(Object.assign(own, machineOf(offer)))
}

/** What an instance has besides its settings and its machine. */
type Own = Pick<
  InstanceRow,
  'id' | 'user_id' | 'offer_id' | 'start_date' | 'boot' | 'label' | 'price' | 'intended_status' | 'volumes'
>

/** What an instance takes over from its offer. */
const machineOf = memoizeByObject((offer: OfferRow) => {
  const { id: _, ...machine } = offer
  return machine
})

const attached = ({ id, size }: VolumeRow, { mount_path }: VolumeAttachment) => ({ volume_id: id, size, mount_path })

function freeOffer({ tables }: Sim, { id: userId }: UserRow, id: number): OfferRow {
  const offer = tables.offers.get(id)
  if (offer === undefined) throw refuse(createRules.offerUnknown, `there is no offer ${id}`)
  const [rented] = tables.instances.where('offer_id', id)
  if (rented === undefined) return offer
  const isOwn = rented.user_id === userId
  const hint = `your instance ${rented.id} has it: list your instances before you send a creation again`
  throw refuse(createRules.offerRented, `offer ${id} is rented already`, isOwn ? hint : undefined)
}

const namesFurther = (request: CreateBody): boolean =>
  request.volume_info?.name !== undefined || Object.keys(request).some(isFurther)

/** @throws Refusal of a virtual machine to a user without a key */
function checkKeys({ rules }: Sim, { ssh_keys = [] }: UserRow, { vm }: CreateBody): void {
  if (vm !== true || ssh_keys.length > 0 || rules.chosen(createRules.vmWithoutKey) === 'rented') return
  throw refuse(
    createRules.vmWithoutKey,
    'vm: a virtual machine needs an SSH key, and the user has none',
    'ssh_keys of a user in the fixture are the keys that there are',
  )
}

function traceCreation({ trace, progression, invention }: Sim, offer: OfferRow, request: CreateBody): void {
  const { target_state, price } = request
  if (price !== undefined && price < offerFields.reader(invention, 'min_bid')(offer))
    trace.apply(createRules.bidBelowMinimum)
  if (namesFurther(request)) trace.apply(createRules.furtherFields)
  trace.apply(createRules.rents)
  const boots = progression.mode !== 'immediate' && target_state !== 'stopped'
  trace.apply(boots ? createRules.progression : createRules.runningAtOnce)
}
