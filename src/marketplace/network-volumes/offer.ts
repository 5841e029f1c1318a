import type { Value } from '../../kernel/query.ts'
import { HOURS_PER_MONTH } from '../operation/units.ts'
import { diskFields, listingFields, type NetworkDiskRow, type NetworkVolumeOfferRow } from './collections.ts'
import type { Sim } from '../sim.ts'
import { endOf } from './listing.ts'
import { searchRules } from './rules.ts'
import type { NetworkVolumeOffer } from './schema.ts'

/** Reads a field of an offer from what it is made of. */
export type ReadOffer<V> = (listing: NetworkVolumeOfferRow, disk: NetworkDiskRow) => V

/** Reads the fields of the offer at a place among all. */
export type OfferReaders = {
  readonly [Field in keyof NetworkVolumeOffer]: (place: number) => NetworkVolumeOffer[Field]
}

const sizeOf: ReadOffer<number> = (listing, disk) => listing.size ?? disk.size

/** Reads prices in $/GB/month. Another range than the usual moves what is invented in proportion. */
function priceReader({
  invention,
  rules,
}: Pick<Sim, 'invention' | 'rules'>): (listing: NetworkVolumeOfferRow) => number {
  const price = listingFields.reader(invention, 'price_disk')
  const { value: usual } = searchRules.unpricedIsInvented
  const { from, to } = rules.valueOf(searchRules.unpricedIsInvented)
  if (from === usual.from && to === usual.to) return price
  const scale = (to - from) / (usual.to - usual.from)
  return (listing) => listing.price_disk ?? from + (price(listing) - usual.from) * scale
}

/** @param column makes a column of a field, which reads it by place */
export function offerReaders(
  sim: Pick<Sim, 'invention' | 'rules'>,
  column: <V extends Value>(read: ReadOffer<V>) => (place: number) => V,
): OfferReaders {
  const { invention } = sim
  const start = listingFields.reader(invention, 'start_date')
  const price = priceReader(sim)
  const ofDisk = <F extends Parameters<typeof diskFields.reader>[1]>(field: F) => {
    const read = diskFields.reader(invention, field)
    return column((_listing, disk) => read(disk))
  }
  return {
    ask_contract_id: column((listing) => listing.id),
    disk_space: column(sizeOf),
    inet_up: ofDisk('inet_up'),
    inet_down: ofDisk('inet_down'),
    reliability2: ofDisk('reliability2'),
    verified: ofDisk('verified'),
    geolocation: ofDisk('geolocation'),
    nw_disk_avg_bw: ofDisk('nw_disk_avg_bw'),
    nw_disk_max_bw: ofDisk('nw_disk_max_bw'),
    nw_disk_min_bw: ofDisk('nw_disk_min_bw'),
    start_date: column((listing) => start(listing)),
    end_date: column((listing) => endOf(sim, listing)),
    storage_cost: column((listing) => price(listing)),
    storage_cost_total: column((listing, disk) => (price(listing) * sizeOf(listing, disk)) / HOURS_PER_MONTH),
  }
}

/** An offer as a search shows it. */
export const offerAt = (read: OfferReaders, place: number): NetworkVolumeOffer => ({
  ask_contract_id: read.ask_contract_id(place),
  disk_space: read.disk_space(place),
  inet_up: read.inet_up(place),
  inet_down: read.inet_down(place),
  reliability2: read.reliability2(place),
  verified: read.verified(place),
  geolocation: read.geolocation(place),
  nw_disk_avg_bw: read.nw_disk_avg_bw(place),
  nw_disk_max_bw: read.nw_disk_max_bw(place),
  nw_disk_min_bw: read.nw_disk_min_bw(place),
  start_date: read.start_date(place),
  end_date: read.end_date(place),
  storage_cost: read.storage_cost(place),
  storage_cost_total: read.storage_cost_total(place),
})
