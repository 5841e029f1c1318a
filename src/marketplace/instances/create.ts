import { isoInstant } from '../../kernel/clock.ts'
import { refuse } from '../../kernel/refusal.ts'
import { Trace } from '../../kernel/trace.ts'
import type { RawInput } from '../operation/route.ts'
import type { Sim } from '../sim.ts'
import { readFlags } from '../templates/flags-in-request.ts'
import { templateByHash } from '../templates/find-template.ts'
import { sshKeysOf, type UserRow } from '../users/collections.ts'
import { hintAtManyPorts } from './connections.ts'
import { launchSettings } from './launch.ts'
import { offerEnd, offerFields } from './hardware.ts'
import { type CreateBody, isFurther, type VolumeAttachment } from './schema.ts'
import type { InstanceRow, OfferRow, VolumeRow } from './rows.ts'
import { catalogue } from '../catalogue.ts'
import { instancesOf, localSpace, newVolume } from '../observed/volumes/volume.ts'

/** Rents an offer. Every check comes before the first change and the first rule of the trace. */
export function createInstance(sim: Sim, user: UserRow, offerId: number, sent: CreateBody): InstanceRow {
  const { tables, clock, progression, rules } = sim
  const offer = findFreeOffer(sim, user, offerId)
  const { template_hash_id: hashId } = sent
  const template =
    hashId === undefined
      ? undefined
      : templateByHash(sim, user, hashId, catalogue['instances.create.template-unknown'], UNKNOWN_TEMPLATE)
  if (sent.image === undefined && (template?.image ?? '') === '') {
    throw refuse(
      catalogue['instances.create.image-missing'],
      'image: is missing, and no template_hash_id names a template that has one',
    )
  }
  checkKeys(sim, user, sent)
  checkCredit(sim, user)
  checkBid(sim, offer, sent)
  checkArguments(sim, sent)
  const part = new Trace()
  const accepted = { ...sim, trace: part }
  const env = readFlags(accepted, sent, catalogue['instances.create.env-too-long'])
  const request = { ...sent, env: env ?? sent.env }
  const settings = launchSettings(accepted, template, request)
  const volume = request.volume_info && volumeFor(sim, user, request.volume_info)

  sim.trace.include(part)
  traceCreation(sim, request)
  if (volume !== undefined) tables.volumes.put(volume)
  if (template !== undefined)
    tables.templates.put({
      ...template,
      count_created: template.count_created + 1,
      recent_create_date: clock.nowSeconds,
    })
  const isStopped = rules.chosen(catalogue['instances.create.running-at-once']) === 'stopped'
  // Most fixtures say little of a machine: the rest is invented when it is shown.
  const { id: _, seen: _seen, ...machine } = offer
  const row = tables.instances.put({
    id: tables.instances.nextId(),
    user_id: user.id,
    offer_id: offer.id,
    start_date: clock.nowSeconds,
    boot: progression.mode === 'immediate' || isStopped ? undefined : progression,
    label: request.label,
    price: request.price,
    intended_status: isStopped || request.target_state === 'stopped' ? 'stopped' : undefined,
    ...(isStopped && { actual_status: 'loading' as const }),
    volumes: volume && request.volume_info && [attachmentOf(volume, request.volume_info)],
    ...settings,
    ...machine,
  })
  hintAtManyPorts(sim, row)
  return row
}

const attachmentOf = ({ id, size }: VolumeRow, { mount_path }: VolumeAttachment) => ({
  volume_id: id,
  size,
  mount_path,
})

function findFreeOffer({ tables, clock, invention }: Sim, { id: userId }: UserRow, id: number): OfferRow {
  const offer = tables.offers.get(id)
  if (offer === undefined) throw refuse(catalogue['instances.create.offer-unknown'], offerUnavailableText(id))
  const gone = (hint?: string) =>
    refuse(
      catalogue['instances.create.offer-rented'],
      `error 410/3907: no_such_ask Instance type ${id} is no longer available.`,
      hint,
    )
  const [rented] = tables.instances.where('offer_id', id)
  if (rented?.user_id === userId)
    throw gone(`your instance ${rented.id} has it: list your instances before you send a creation again`)
  if (rented !== undefined) throw gone()
  const end = offerEnd(invention)(offer)
  if (end <= clock.nowSeconds)
    throw gone(
      `its end_date ${end} has passed; for a world that starts at another time, send POST /_sim/reset {"clock": "${isoInstant(clock.nowMs)}"}`,
    )
  if (offer.rentable === false) throw gone('its row says rentable: false')
  return offer
}

const hasFurtherField = (request: CreateBody): boolean =>
  request.volume_info?.name !== undefined || Object.keys(request).some(isFurther)

/** @throws Refusal of a virtual machine to a user without a key */
function checkKeys({ rules }: Sim, user: UserRow, { vm }: CreateBody): void {
  if (
    vm !== true ||
    sshKeysOf(user).length > 0 ||
    rules.chosen(catalogue['instances.create.vm-without-ssh-key']) === 'rented'
  )
    return
  throw refuse(
    catalogue['instances.create.vm-without-ssh-key'],
    'vm: a virtual machine needs an SSH key, and the user has none',
    'ssh_keys of a user in the fixture are the keys that there are',
  )
}

/** What the service says of a template that is not there. */
export const UNKNOWN_TEMPLATE = 'invalid template hash or id or template not accessible by user'

/** What the service says of an offer that is not there, which clients look for. */
const offerUnavailableText = (id: number): string =>
  `error 404/3603: no_such_ask  Instance type by id ${id} is not available.`

/** @throws Refusal of a user without credit */
function checkCredit({ rules }: Sim, { credit = 1 }: UserRow): void {
  if (credit <= 0 && rules.chosen(catalogue['instances.create.credit-missing']) === 'refused')
    throw refuse(catalogue['instances.create.credit-missing'], 'Your account lacks credit; see the billing page.')
}

/** @throws Refusal of a bid that cannot win */
function checkBid({ rules, invention }: Sim, offer: OfferRow, { price }: CreateBody): void {
  if (price === undefined || rules.chosen(catalogue['instances.create.bid-below-minimum']) === 'rented') return
  const least = offerFields.reader(invention, 'min_bid')(offer)
  if (price < least)
    throw refuse(
      catalogue['instances.create.bid-below-minimum'],
      offerUnavailableText(offer.id),
      `price: min_bid is ${least}`,
    )
}

/** @throws Refusal of arguments and an onstart that are too long */
function checkArguments({ rules }: Sim, { onstart = '', args = [], args_str = '' }: CreateBody): void {
  const length = onstart.length + args_str.length + args.join(' ').length
  const most = rules.valueOf(catalogue['instances.create.args-too-long'])
  if (length > most)
    throw refuse(
      catalogue['instances.create.args-too-long'],
      `error 400/3471: Invalid args: len(image) > 1024, or len(args) > ${most}, or len(label) > 256`,
      `onstart, args and args_str have ${length} characters together`,
    )
}

function traceCreation({ trace, progression }: Sim, request: CreateBody): void {
  const { target_state } = request
  if (hasFurtherField(request)) trace.apply(catalogue['instances.create.further-fields'])
  trace.apply(catalogue['instances.create.rents'])
  const boots = progression.mode !== 'immediate' && target_state !== 'stopped'
  trace.apply(boots ? catalogue['instances.create.progression'] : catalogue['instances.create.running-at-once'])
}

/** Reads a runtype of several words as one, with the flags that say the rest. */
export function adaptCreation({ rules, trace }: Sim, raw: RawInput): RawInput {
  const sent: unknown = Reflect.get(raw.body, 'runtype')
  const read = typeof sent === 'string' ? readConnections(sent) : undefined
  if (read === undefined) return raw
  if (rules.chosen(catalogue['instances.create.runtype-words']) === 'refused') {
    trace.addHint('runtype: --dialect observed reads several words')
    return raw
  }
  trace.apply(catalogue['instances.create.runtype-words'])
  const { runtype, ...flags } = read
  return { ...raw, body: { ...flags, ...withoutAbsent(raw.body, flags), runtype } }
}

/** A body without what is null in it and has a value otherwise. */
const withoutAbsent = (body: object, otherwise: object): object =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !Object.hasOwn(otherwise, name)))

interface Connections {
  readonly runtype: string
  readonly use_ssh?: boolean
  readonly ssh_direct?: boolean
}

const WORD = /^(args|(ssh|jupyter)(_direct?|_proxy)?)$/

/** `jupyter_proxy ssh_proxy` is `{runtype: 'jupyter_proxy', use_ssh: true}`; undefined for what is no such list. */
function readConnections(text: string): Connections | undefined {
  const words = text.split(' ').filter((word) => word !== '')
  const [first = '', ...more] = words
  if (!words.every((word) => WORD.test(word)) || (more.length === 0 && !first.endsWith('_direc'))) return undefined
  const has = (start: string) => words.some((word) => word.startsWith(start))
  const way = (mode: string) => (has(`${mode}_direc`) ? 'direct' : 'proxy')
  const ssh = { use_ssh: true, ...(way('ssh') === 'direct' && { ssh_direct: true }) }
  if (has('args')) return { runtype: 'args', ...(has('ssh') && ssh) }
  if (has('jupyter')) return { runtype: `jupyter_${way('jupyter')}`, ...(has('ssh') && ssh) }
  return words.length === 0 ? undefined : { runtype: `ssh_${way('ssh')}` }
}

/**
 * The volume that a creation request asks for: an existing one, or a new one that the caller stores.
 * Nothing is changed here: a later check may still refuse the request.
 * @throws Refusal
 */
function volumeFor(sim: Sim, user: UserRow, wanted: VolumeAttachment): VolumeRow {
  return wanted.create_new ? volumeOfOffer(sim, user, wanted) : existingVolume(sim, user, wanted)
}

function existingVolume(sim: Sim, user: UserRow, { volume_id }: VolumeAttachment): VolumeRow {
  const { tables, trace } = sim
  const volume = tables.volumes.get(volume_id)
  if (volume === undefined)
    throw refuse(catalogue['instances.create.volume-unknown'], `volume_info.volume_id: there is no volume ${volume_id}`)
  if (volume.user_id !== user.id)
    throw refuse(
      catalogue['instances.create.volume-not-owned'],
      `volume_info.volume_id: volume ${volume_id} is not yours`,
    )
  trace.apply(catalogue['instances.create.volume-linked'])
  if (instancesOf(sim, user, volume_id).length > 0) trace.apply(catalogue['instances.create.volume-shared'])
  return volume
}

function volumeOfOffer(sim: Sim, user: UserRow, { volume_id, size, name }: VolumeAttachment): VolumeRow {
  const space = localSpace(sim, volume_id)
  if (space === undefined)
    throw refuse(
      catalogue['instances.create.volume-unknown'],
      `volume_info.volume_id: there is no volume offer ${volume_id}`,
    )
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1) {
    throw refuse(catalogue['instances.create.volume-size'], 'volume_info.size: a new volume needs a size of whole GB')
  }
  if (size > space.leftGb) {
    throw refuse(
      catalogue['instances.create.volume-size'],
      `volume_info.size: volume offer ${volume_id} has ${space.leftGb} GB left, not ${size}`,
    )
  }
  sim.trace.apply(catalogue['instances.create.volume-created'])
  return newVolume(sim, user, { size, name }, space)
}
