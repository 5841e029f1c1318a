import { refuse } from '../../kernel/refusal.ts'
import type { VolumeRow } from '../instances/rows.ts'
import { diskFields } from '../network-volumes/collections.ts'
import { endOf } from '../network-volumes/listing.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { instancesOf } from './attachments.ts'
import { volumeFields, volumeOfferFields } from './invented.ts'
import { createRules, removeRules } from './rules.ts'
import type { CreateBody, ShownVolume } from './schema.ts'
import { isOver } from './search.ts'
import { spaceLeft, spaceTakenOn } from './space.ts'

/** Creates a volume from an offer of local space. */
export function createVolume(sim: Sim, user: UserRow, body: CreateBody): VolumeRow {
  const offer = sim.tables.volume_offers.get(body.id)
  if (offer === undefined || isOver(sim, offer))
    throw refuse(createRules.offerUnknown, `id: there is no volume offer ${body.id}`)
  return storeVolume(sim, user, body, spaceLeft(sim, offer), { volume_offer_id: offer.id })
}

/** Creates a volume on a network disk that is listed. */
export function createNetworkVolume(sim: Sim, user: UserRow, body: CreateBody): VolumeRow {
  const { tables, clock } = sim
  const listing = tables.network_volume_offers.get(body.id)
  const disk = listing === undefined ? undefined : tables.network_disks.get(listing.disk_id)
  if (listing === undefined || disk === undefined || endOf(sim, listing) <= clock.nowSeconds)
    throw refuse(createRules.offerUnknown, `id: there is no network volume offer ${body.id}`)
  return storeVolume(sim, user, body, (listing.size ?? disk.size) - spaceTakenOn(sim, disk.id), {
    network_disk_id: disk.id,
  })
}

/** @param left what the offer has left, in GB */
function storeVolume(
  { tables, clock }: Sim,
  user: UserRow,
  { id, size, name }: CreateBody,
  left: number,
  place: Pick<VolumeRow, 'volume_offer_id' | 'network_disk_id'>,
): VolumeRow {
  if (size > left) throw refuse(createRules.sizeExceedsOffer, `size: offer ${id} has ${left} GB left, not ${size}`)
  return tables.volumes.put({
    id: tables.volumes.nextId(),
    user_id: user.id,
    size,
    start_date: clock.nowSeconds,
    ...place,
    ...(name !== undefined && { label: name }),
  })
}

/** Deletes a volume of its owner that no instance uses. */
export function removeVolume(sim: Sim, user: UserRow, id: number): void {
  const { tables } = sim
  if (tables.volumes.get(id)?.user_id !== user.id)
    throw refuse(removeRules.volumeUnknown, `id: the volume ${id} does not exist for you`)
  const [instance] = instancesOf(sim, user, id)
  if (instance !== undefined)
    throw refuse(removeRules.attached, `id: the volume ${id} is attached to the instance ${instance}`)
  tables.volumes.delete(id)
}

export function presentVolume(sim: Sim, user: UserRow, row: VolumeRow): ShownVolume {
  const {
    id,
    size,
    label = null,
    start_date,
    volume_offer_id,
    network_disk_id,
  } = volumeFields.complete(sim.invention, row)
  return {
    id,
    label,
    disk_space: size,
    size,
    status: 'created',
    start_date,
    instances: instancesOf(sim, user, id),
    volume_offer_id: volume_offer_id ?? null,
    cluster_id: network_disk_id ?? null,
    ...placeOf(sim, row),
  }
}

/** What is known of the machine or the network disk on which a volume lies. */
function placeOf({ tables, invention }: Sim, { volume_offer_id = 0, network_disk_id = 0 }: VolumeRow) {
  const offer = tables.volume_offers.get(volume_offer_id)
  const disk = tables.network_disks.get(network_disk_id)
  const machine = offer && volumeOfferFields.complete(invention, offer)
  const network = disk && diskFields.complete(invention, disk)
  const place = machine ?? network
  return {
    machine_id: machine?.machine_id ?? null,
    host_id: machine?.host_id ?? network?.user_id ?? null,
    verification: machine?.verification ?? (network && (network.verified ? 'verified' : 'unverified')) ?? null,
    reliability2: place?.reliability2 ?? null,
    inet_up: place?.inet_up ?? null,
    inet_down: place?.inet_down ?? null,
    geolocation: place?.geolocation ?? null,
    disk_name: machine?.disk_name ?? null,
    driver_version: machine?.driver_version ?? null,
  }
}
