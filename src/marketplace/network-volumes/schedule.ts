import type { DueEvent } from '../../kernel/clock.ts'
import type { Sim } from '../sim.ts'
import { endOf } from './listing.ts'

/** When listings expire. */
export function listingSchedule(sim: Pick<Sim, 'tables' | 'invention' | 'rules'>): readonly DueEvent[] {
  return sim.tables.network_volume_offers.values().map((listing) => ({
    atMs: Math.ceil(endOf(sim, listing) * 1000),
    text: `network volume offer ${listing.id} expires`,
  }))
}
