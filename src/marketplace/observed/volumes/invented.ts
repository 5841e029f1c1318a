import { float, int, inventedFields, numeric, oneOf } from '../../../kernel/invented-fields.ts'
import { disks } from '../../instances/hardware.ts'
import type { VolumeOfferRow, VolumeRow } from '../../instances/rows.ts'
import { SECONDS_PER_DAY } from '../../operation/units.ts'

const places = ['Norway, NO', 'Quebec, CA', 'Texas, US', 'Germany, DE', 'Japan, JP'] as const

/** What is invented for an offer of local space. Speeds in MB/s, price in $/GB/month. */
export const volumeOfferFields = inventedFields<VolumeOfferRow>('volume_offers')({
  machine_id: int('machine_id', { min: 1000, max: 90_000 }),
  host_id: int('host_id', { min: 10_000, max: 400_000 }),
  verification: oneOf('verification', ['verified', 'verified', 'unverified']),
  reliability2: float('reliability2', { min: 0.95, max: 0.9999, fractionDigits: 4 }),
  inet_up: float('inet_up', { min: 100, max: 5000, fractionDigits: 1 }),
  inet_down: float('inet_down', { min: 100, max: 8000, fractionDigits: 1 }),
  geolocation: oneOf('geolocation', places),
  disk_name: oneOf('disk_name', disks),
  disk_bw: int('disk_bw', { min: 800, max: 7000 }),
  cpu_ghz: float('cpu_ghz', { min: 2, max: 5, fractionDigits: 1 }),
  cuda_max_good: oneOf('cuda_max_good', [12.4, 12.8, 13]),
  driver_version: oneOf('driver_version', ['550.90.07', '570.124.06', '580.65.06']),
  storage_cost: float('storage_cost', { min: 0.05, max: 0.3, fractionDigits: 2 }),
})

/** What is invented for a volume: the date (Unix seconds) from which it is there. */
export const volumeFields = inventedFields<VolumeRow>('volumes')({
  start_date: numeric(
    (draw, _volume, { epochSeconds }) =>
      epochSeconds - draw('start_date', (f) => f.number.int({ min: 1, max: 60 })) * SECONDS_PER_DAY,
  ),
})
