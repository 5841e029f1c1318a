import { refuse } from '../../kernel/refusal.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { instancesOf } from '../observed/volumes/attachments.ts'
import { localSpace } from '../observed/volumes/space.ts'
import { newVolume } from '../observed/volumes/volume.ts'
import type { VolumeAttachment } from './creation-schema.ts'
import type { VolumeRow } from './rows.ts'
import { catalogue } from '../catalogue.ts'

/**
 * The volume that a creation request asks for: an existing one, or a new one that the caller stores.
 * Nothing is changed here: a later check may still refuse the request.
 * @throws Refusal
 */
export function volumeFor(sim: Sim, user: UserRow, wanted: VolumeAttachment): VolumeRow {
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
