import { requireOwnRow } from '../../own-row.ts'
import type { Sim } from '../../sim.ts'
import type { UserRow } from '../../users/collections.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { VolumeRow, VolumeOfferRow } from '../../instances/rows.ts'
import { diskFields } from '../../network-volumes/collections.ts'
import { volumeFields, volumeOfferFields } from './invented.ts'
import type { CreateBody, ShownVolume } from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { endOf } from '../../network-volumes/listing.ts'

/** The ids of the user's instances to which a volume is attached. */
export const instancesOf = ({ tables }: Sim, user: UserRow, volumeId: number): number[] =>
  tables.instances
    .where('user_id', user.id)
    .flatMap(({ id, volumes = [] }) => (volumes.some(({ volume_id }) => volume_id === volumeId) ? [id] : []))

/** Creates a volume from an offer of local space. */
export const createVolume = (sim: Sim, user: UserRow, body: CreateBody): VolumeRow =>
  storeVolume(sim, user, body, localSpace(sim, body.id), 'volume offer')

/** Creates a volume on a network disk that is listed. */
export const createNetworkVolume = (sim: Sim, user: UserRow, body: CreateBody): VolumeRow =>
  storeVolume(sim, user, body, networkSpace(sim, body.id), 'network volume offer')

function storeVolume(sim: Sim, user: UserRow, body: CreateBody, space: Space | undefined, kind: string): VolumeRow {
  const { id, size } = body
  if (space === undefined) throw refuse(catalogue['volumes.create.offer-unknown'], `id: there is no ${kind} ${id}`)
  if (size > space.leftGb)
    throw refuse(
      catalogue['volumes.create.size-exceeds-offer'],
      `size: offer ${id} has ${space.leftGb} GB left, not ${size}`,
    )
  return sim.tables.volumes.put(newVolume(sim, user, body, space))
}

/** A volume that is made now; the caller has checked its size, and stores it. */
export const newVolume = (
  { tables, clock }: Sim,
  user: UserRow,
  { size, name }: Pick<CreateBody, 'size' | 'name'>,
  { place }: Space,
): VolumeRow => ({
  id: tables.volumes.nextId(),
  user_id: user.id,
  size,
  start_date: clock.nowSeconds,
  ...place,
  ...(name !== undefined && { label: name }),
})

/** Deletes a volume of its owner that no instance uses. */
export function removeVolume(sim: Sim, user: UserRow, id: number): void {
  const { tables } = sim
  const unknown = catalogue['volumes.delete.volume-unknown']
  requireOwnRow(tables.volumes, user, id, unknown, `id: the volume ${id} does not exist for you`)
  const [instance] = instancesOf(sim, user, id)
  if (instance !== undefined)
    throw refuse(catalogue['volumes.delete.attached'], `id: the volume ${id} is attached to the instance ${instance}`)
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

/** What volumes are made from. */
export interface Space {
  readonly leftGb: number
  readonly place: Pick<VolumeRow, 'volume_offer_id' | 'network_disk_id'>
}

const totalSize = (volumes: readonly VolumeRow[]): number => volumes.reduce((sum, { size }) => sum + size, 0)

/** What an offer has left, in GB. */
export const spaceLeft = ({ tables }: Sim, offer: VolumeOfferRow): number =>
  offer.size - totalSize(tables.volumes.where('volume_offer_id', offer.id))

/** The offers of local space that are not over, by ascending id. */
export const currentOffers = ({ tables, clock }: Sim): readonly VolumeOfferRow[] =>
  tables.volume_offers.values().filter(({ end_date = Infinity }) => end_date > clock.nowSeconds)

/** The local space of an offer; undefined where there is none, or it is over. */
export function localSpace(sim: Sim, offerId: number): Space | undefined {
  const offer = currentOffers(sim).find(({ id }) => id === offerId)
  return offer && { leftGb: spaceLeft(sim, offer), place: { volume_offer_id: offer.id } }
}

/** The space of a network disk that is listed; undefined where there is no such listing, or it is over. */
function networkSpace(sim: Sim, listingId: number): Space | undefined {
  const { tables, clock } = sim
  const listing = tables.network_volume_offers.get(listingId)
  const disk = listing && tables.network_disks.get(listing.disk_id)
  if (listing === undefined || disk === undefined || endOf(sim, listing) <= clock.nowSeconds) return undefined
  const taken = totalSize(tables.volumes.where('network_disk_id', disk.id))
  return { leftGb: (listing.size ?? disk.size) - taken, place: { network_disk_id: disk.id } }
}
