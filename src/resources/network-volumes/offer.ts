import type { Sim } from '../../kernel/sim.ts'
import { endOf } from './listing.ts'
import type { NetworkVolumeOffer } from './schema.ts'
import { completeDisk, completeListing, type NetworkVolumeTables } from './state.ts'

const HOURS_PER_MONTH = 730

/** Every listing as the offer that a search shows, by ascending id; expired ones included. */
export function offers({ tables, invention }: Sim<NetworkVolumeTables>): readonly NetworkVolumeOffer[] {
  return tables.network_volume_offers.values().flatMap((row) => {
    const owned = tables.network_disks.get(row.disk_id)
    if (owned === undefined) return []
    const disk = completeDisk(invention, owned)
    const listing = completeListing(invention, row)
    const size = listing.size ?? disk.size
    return [
      {
        ask_contract_id: listing.id,
        disk_space: size,
        inet_up: disk.inet_up,
        inet_down: disk.inet_down,
        reliability2: disk.reliability2,
        verified: disk.verified,
        geolocation: disk.geolocation,
        nw_disk_avg_bw: disk.nw_disk_avg_bw,
        nw_disk_max_bw: disk.nw_disk_max_bw,
        nw_disk_min_bw: disk.nw_disk_min_bw,
        start_date: listing.start_date,
        end_date: endOf(invention, row),
        storage_cost: listing.price_disk,
        storage_cost_total: (listing.price_disk * size) / HOURS_PER_MONTH,
      },
    ]
  })
}
