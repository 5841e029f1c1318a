import { z } from 'zod'
import { type Draw, invents } from '../../kernel/invention.ts'
import { rowId, strictObject } from '../../kernel/wire.ts'
import { collection, type Contradiction, owned } from '../collection.ts'
import { marketplace } from '../users/collections.ts'
import { listBody, networkVolumeOffer } from './schema.ts'
import { SECONDS_PER_DAY } from '../operation/units.ts'

/** A network disk of a host, listed or not. A fixture may pin every offer field. */
const networkDiskRow = strictObject({
  id: rowId,
  user_id: rowId,
  /** GB. */
  size: z.int().min(1),
  ...networkVolumeOffer
    .pick({
      inet_up: true,
      inet_down: true,
      reliability2: true,
      verified: true,
      geolocation: true,
      nw_disk_avg_bw: true,
      nw_disk_max_bw: true,
      nw_disk_min_bw: true,
    })
    .partial().shape,
})
export type NetworkDiskRow = Readonly<z.output<typeof networkDiskRow>>

/** A listing of a disk; its id is the offer's ask_contract_id. */
const networkVolumeOfferRow = strictObject({
  id: rowId,
  ...listBody.shape,
  /** Unix seconds. */
  start_date: z.number().min(0).optional(),
})
export type NetworkVolumeOfferRow = Readonly<z.output<typeof networkVolumeOfferRow>>

const places = [
  'Oslo, NO',
  'Quebec, CA',
  'Austin, US',
  'Denver, US',
  'Reykjavik, IS',
  'Frankfurt, DE',
  'Lyon, FR',
  'Sofia, BG',
  'Osaka, JP',
  'Chennai, IN',
]

/** A disk with invented values for the fields that it leaves out. Speeds in MB/s (inet) and whole MiB/s (disk), reliability 0 to 1. */
export const completeDisk = invents('network_disks', (draw, disk: NetworkDiskRow) => {
  const average = disk.nw_disk_avg_bw ?? draw('nw_disk_avg_bw', (f) => f.number.int({ min: 300, max: 3000 }))
  return {
    inet_up: draw('inet_up', (f) => f.number.float({ min: 100, max: 5000, fractionDigits: 1 })),
    inet_down: draw('inet_down', (f) => f.number.float({ min: 100, max: 8000, fractionDigits: 1 })),
    reliability2: draw('reliability2', (f) => f.number.float({ min: 0.9, max: 0.9999, fractionDigits: 4 })),
    verified: draw('verified', (f) => f.datatype.boolean(0.7)),
    geolocation: draw('geolocation', (f) => f.helpers.arrayElement(places)),
    nw_disk_avg_bw: average,
    nw_disk_max_bw: Math.ceil(average * draw('nw_disk_max_bw', (f) => f.number.float({ min: 1, max: 1.5 }))),
    nw_disk_min_bw: Math.floor(average * draw('nw_disk_min_bw', (f) => f.number.float({ min: 0.5, max: 1 }))),
    ...disk,
  }
})

/** A listing with its price ($/GB/month) and its start (Unix seconds). */
export const completeListing = invents(
  'network_volume_offers',
  (draw, listing: NetworkVolumeOfferRow, { epochSeconds }) => ({
    price_disk: draw('price_disk', (f) => f.number.float({ min: 0.03, max: 0.3, fractionDigits: 3 })),
    start_date: epochSeconds - draw('start_date', (f) => f.number.int({ min: 1, max: 60 })) * SECONDS_PER_DAY,
    ...listing,
  }),
)

/**
 * The rows that must agree with each other.
 * @public the published types name it
 */
export interface ListedDisks {
  readonly network_disks: readonly NetworkDiskRow[]
  readonly network_volume_offers: readonly NetworkVolumeOfferRow[]
}

function oversizedListings({ network_disks, network_volume_offers }: ListedDisks): readonly Contradiction[] {
  const disks = new Map(network_disks.map((disk) => [disk.id, disk]))
  return network_volume_offers.flatMap(({ disk_id, size }, index) => {
    const disk = disks.get(disk_id)
    if (disk === undefined || size === undefined || size <= disk.size) return []
    return [{ index, message: `disk ${disk_id} has ${disk.size} GB, not ${size}` }]
  })
}

export const networkVolumeCollections = {
  network_disks: collection({
    row: networkDiskRow,
    references: [owned('Network disks')],
    complete: completeDisk,
    pact: ({ id }) => ({ disk_id: id }),
  }),
  network_volume_offers: collection({
    row: networkVolumeOfferRow,
    references: [{ field: 'disk_id', to: 'network_disks', label: 'Disk', back: 'Listing', isRemovedWith: true }],
    unique: ['disk_id'],
    agrees: { field: 'size', contradictions: oversizedListings },
    complete: completeListing,
    pact: ({ id }) => ({ ask_contract_id: id }),
  }),
}

/** A disk and its listing, as `generate` adds them. */
export function generatedListing(draw: Draw, id: number): { disk: NetworkDiskRow; listing: NetworkVolumeOfferRow } {
  const size = draw('size', (f) => f.number.int({ min: 1, max: 64 })) * 250
  return { disk: { id, user_id: marketplace.id, size }, listing: { id, disk_id: id } }
}
