import type { VolumeOfferRow, VolumeRow } from '../instances/rows.ts'
import type { Sim } from '../sim.ts'

const totalSize = (volumes: readonly VolumeRow[]): number => volumes.reduce((sum, { size }) => sum + size, 0)

/** What an offer has left, in GB. */
export const spaceLeft = ({ tables }: Sim, offer: VolumeOfferRow): number =>
  offer.size - totalSize(tables.volumes.where('volume_offer_id', offer.id))

/** What the volumes on a network disk take, in GB. */
export const spaceTakenOn = ({ tables }: Sim, diskId: number): number =>
  totalSize(tables.volumes.where('network_disk_id', diskId))
