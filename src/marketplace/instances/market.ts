import { z } from 'zod'
import { invents } from '../../kernel/invention.ts'
import type { Row } from '../../kernel/table.ts'
import { inUnits, SECONDS_PER_DAY } from '../operation/units.ts'

/** What a search for offers shows of a machine, and an instance in the contract does not. */
export const marketFields = {
  inet_up: inUnits('MB/s'),
  inet_down: inUnits('MB/s'),
  cuda_max_good: z.number(),
  cpu_ghz: inUnits('GHz'),
  driver_version: z.string(),
  compute_cap: z.int().describe('Compute capability times 100.'),
}

export const marketSchema = z.object(marketFields)
type MarketRow = Row & Readonly<Partial<z.output<typeof marketSchema>>>

/** These fields of an offer with invented values for those that its fixture leaves out. */
export const completeMarket = invents('offers', (draw, row: MarketRow, { epochSeconds }) => ({
  inet_up: row.inet_up ?? draw('inet_up', (f) => f.number.float({ min: 100, max: 5000, fractionDigits: 1 })),
  inet_down: row.inet_down ?? draw('inet_down', (f) => f.number.float({ min: 100, max: 8000, fractionDigits: 1 })),
  cuda_max_good: row.cuda_max_good ?? draw('cuda_max_good', (f) => f.helpers.arrayElement([12.4, 12.6, 12.8, 13])),
  cpu_ghz: row.cpu_ghz ?? draw('cpu_ghz', (f) => f.number.float({ min: 2.2, max: 4.5, fractionDigits: 1 })),
  driver_version:
    row.driver_version ??
    draw('driver_version', (f) => f.helpers.arrayElement(['550.144.03', '560.35.05', '570.133.20', '580.95.05'])),
  compute_cap: row.compute_cap ?? draw('compute_cap', (f) => f.helpers.arrayElement([860, 890, 900, 1200])),
  /** GB that can be rented. */
  disk_space: draw('disk_space', (f) => f.number.int({ min: 200, max: 8000 })),
  /** Unix seconds. */
  end_date: epochSeconds + draw('end_date', (f) => f.number.int({ min: 30, max: 365 })) * SECONDS_PER_DAY,
}))
