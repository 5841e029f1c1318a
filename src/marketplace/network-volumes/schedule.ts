import type { DueEvent } from '../../kernel/clock.ts'
import type { Sim } from '../sim.ts'
import { endOf } from './listing.ts'

/** When listings expire. */
export function listingSchedule({ tables, invention }: Pick<Sim, 'tables' | 'invention'>): readonly DueEvent[] {
  return tables.network_volume_offers.values().map((listing) => ({
    atMs: Math.ceil(endOf(invention, listing) * 1000),
    text: `network volume offer ${listing.id} expires`,
  }))
}
