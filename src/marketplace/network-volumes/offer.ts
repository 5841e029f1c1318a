import type { Invention } from '../../kernel/invention.ts'
import type { Sim } from '../sim.ts'
import { endOf } from './listing.ts'
import type { NetworkVolumeOffer } from './schema.ts'
import { completeDisk, completeListing, type NetworkDiskRow, type NetworkVolumeOfferRow } from './collections.ts'
import { HOURS_PER_MONTH } from '../operation/units.ts'

type Offers = ReadonlySet<NetworkVolumeOffer>

/** Offers whose listing leaves a field out, which we fill. */
export interface FilledOffers {
  /** Without end_date. */
  readonly endless: Offers
  /** Without price_disk. */
  readonly unpriced: Offers
  /** Without size. */
  readonly unsized: Offers
}

interface Market {
  readonly all: readonly NetworkVolumeOffer[]
  readonly filled: FilledOffers
}

interface CachedMarket {
  readonly disks: readonly NetworkDiskRow[]
  readonly invention: Invention
  readonly market: Market
}

/** The market of a list of listings. A table returns another list after any change of its rows. */
const markets = new WeakMap<readonly NetworkVolumeOfferRow[], CachedMarket>()

/** Every listing as the offer that a search shows, by ascending id, expired ones included. */
export function offers({ tables, invention }: Sim): Market {
  const listings = tables.network_volume_offers.values()
  const disks = tables.network_disks.values()
  const known = markets.get(listings)
  if (known?.disks === disks && known.invention === invention) return known.market
  const made = listings.flatMap((row) => {
    const disk = tables.network_disks.get(row.disk_id)
    return disk === undefined ? [] : [{ row, offer: offerOf(invention, row, disk) }]
  })
  const lacking = (field: 'end_date' | 'price_disk' | 'size'): Offers =>
    new Set(made.flatMap(({ row, offer }) => (row[field] === undefined ? [offer] : [])))
  const market = {
    all: made.map(({ offer }) => offer),
    filled: { endless: lacking('end_date'), unpriced: lacking('price_disk'), unsized: lacking('size') },
  }
  markets.set(listings, { disks, invention, market })
  return market
}

const offerOf = (invention: Invention, row: NetworkVolumeOfferRow, owned: NetworkDiskRow): NetworkVolumeOffer => {
  const disk = completeDisk(invention, owned)
  const listing = completeListing(invention, row)
  const size = listing.size ?? disk.size
  return {
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
  }
}
