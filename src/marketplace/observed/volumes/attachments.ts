import type { Sim } from '../../sim.ts'
import type { UserRow } from '../../users/collections.ts'

/** The ids of the user's instances to which a volume is attached. */
export const instancesOf = ({ tables }: Sim, user: UserRow, volumeId: number): number[] =>
  tables.instances
    .where('user_id', user.id)
    .flatMap(({ id, volumes = [] }) => (volumes.some(({ volume_id }) => volume_id === volumeId) ? [id] : []))
