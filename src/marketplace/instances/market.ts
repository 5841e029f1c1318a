import { float, int, inventedFields, numeric, oneOf } from '../../kernel/invented-fields.ts'
import { SECONDS_PER_DAY } from '../operation/units.ts'
import { computeCapabilityOf } from './hardware.ts'
import type { OfferRow } from './rows.ts'

/** What is invented for an offer besides the fields that instances show, too. */
export const marketInvented = inventedFields<OfferRow>('offers')({
  inet_up: float('inet_up', { min: 100, max: 5000, fractionDigits: 1 }),
  inet_down: float('inet_down', { min: 100, max: 8000, fractionDigits: 1 }),
  cuda_max_good: oneOf('cuda_max_good', [12.4, 12.6, 12.8, 13]),
  cpu_ghz: float('cpu_ghz', { min: 2.2, max: 4.5, fractionDigits: 1 }),
  driver_version: oneOf('driver_version', ['550.144.03', '560.35.05', '570.133.20', '580.95.05']),
  compute_cap: numeric(computeCapabilityOf),
  /** GB that can be rented. */
  disk_space: int('disk_space', { min: 200, max: 8000 }),
  /** Unix seconds. */
  start_date: numeric(
    (draw, _offer, { epochSeconds }) =>
      epochSeconds - draw('offer_start_date', (f) => f.number.int({ min: 1, max: 200 })) * SECONDS_PER_DAY,
  ),
  end_date: numeric(
    (draw, _offer, { epochSeconds }) =>
      epochSeconds + draw('offer_end_date', (f) => f.number.int({ min: 30, max: 365 })) * SECONDS_PER_DAY,
  ),
})
