import { z } from 'zod'
import type { Draw, Invention } from '../../kernel/invention.ts'
import { float, flag, inventedFields, numeric, oneOf } from '../../kernel/invented-fields.ts'
import { rowId } from '../../kernel/names.ts'
import { strictObject } from '../../kernel/wire.ts'
import { collection, type Contradiction, ownerReference } from '../collection.ts'
import { marketplace } from '../users/collections.ts'
import { listBody } from './schema.ts'
import { networkVolumeOffer } from './search-schema.ts'
import { SECONDS_PER_DAY } from '../operation/units.ts'

/** A network disk of a host, listed or not. A fixture may pin every offer field. */
const networkDiskRow = strictObject(() => ({
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
}))
export type NetworkDiskRow = Readonly<z.output<typeof networkDiskRow>>

/** A listing of a disk; its id is the offer's ask_contract_id. */
const networkVolumeOfferRow = strictObject(() => ({
  id: rowId,
  ...listBody.shape,
  /** Unix seconds. */
  start_date: z.number().min(0).optional(),
}))
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

const averageOf = (draw: Draw, disk: NetworkDiskRow): number =>
  disk.nw_disk_avg_bw ?? draw('nw_disk_avg_bw', (f) => f.number.int({ min: 300, max: 3000 }))

/** What is invented for a disk. Speeds in MB/s, those of the disk whole, reliability 0 to 1. */
export const diskFields = inventedFields<NetworkDiskRow>('network_disks')({
  inet_up: float('inet_up', { min: 100, max: 5000, fractionDigits: 1 }),
  inet_down: float('inet_down', { min: 100, max: 8000, fractionDigits: 1 }),
  reliability2: float('reliability2', { min: 0.9, max: 0.9999, fractionDigits: 4 }),
  verified: flag('verified', 0.7),
  geolocation: oneOf('geolocation', places),
  nw_disk_avg_bw: numeric(averageOf),
  nw_disk_max_bw: numeric((draw, disk) =>
    Math.ceil(averageOf(draw, disk) * draw('nw_disk_max_bw', (f) => f.number.float({ min: 1, max: 1.5 }))),
  ),
  nw_disk_min_bw: numeric((draw, disk) =>
    Math.floor(averageOf(draw, disk) * draw('nw_disk_min_bw', (f) => f.number.float({ min: 0.5, max: 1 }))),
  ),
})

/** What is invented for a listing: its price ($/GB/month) and its start (Unix seconds). */
export const listingFields = inventedFields<NetworkVolumeOfferRow>('network_volume_offers')({
  price_disk: float('price_disk', { min: 0.03, max: 0.3, fractionDigits: 3 }),
  start_date: numeric(
    (draw, _listing, { epochSeconds }) =>
      epochSeconds - draw('start_date', (f) => f.number.int({ min: 1, max: 60 })) * SECONDS_PER_DAY,
  ),
})

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
    references: [ownerReference('Network disks')],
    invented: diskFields,
    pact: ({ id }) => ({ disk_id: id }),
  }),
  network_volume_offers: collection({
    row: networkVolumeOfferRow,
    references: [{ field: 'disk_id', to: 'network_disks', label: 'Disk', back: 'Listing', isRemovedWith: true }],
    unique: ['disk_id'],
    crossCheck: { field: 'size', contradictions: oversizedListings },
    invented: listingFields,
    pact: ({ id }) => ({ ask_contract_id: id }),
  }),
}

/** A disk that `generate` adds. */
export function generatedDisk(draw: Draw, id: number): NetworkDiskRow {
  const size = draw('size', (f) => f.number.int({ min: 1, max: 64 })) * 250
  return { id, user_id: marketplace.id, size }
}

/** The listing of a generated disk: it states what a rule would fill in otherwise. */
export function generatedListing(invention: Invention, id: number): NetworkVolumeOfferRow {
  const listing = { id, disk_id: id, size: generatedDisk(invention.draw('network_disks', id), id).size }
  const start_date = listingFields.reader(invention, 'start_date')(listing)
  const price_disk = listingFields.reader(invention, 'price_disk')(listing)
  return { ...listing, price_disk, start_date, end_date: start_date + 365 * SECONDS_PER_DAY }
}
