import { listen } from './node/listen.ts'
import { leaveTotals } from './node/leave-totals.ts'
import { loadPages } from './node/load-pages.ts'
import type { Simulator, SimulatorOptions } from './public.ts'
import { simulatorWith } from './simulator.ts'

/**
 * A simulator of the Compute Rental Marketplace API. It needs no port; `listen()` gives it one.
 *
 * @throws DocumentError when the fixture or the scenario cannot be used
 * @throws RangeError when a rate limit or the clock cannot be used
 * @example
 * await using sim = createSimulator({ clock: 'frozen' })
 * const answer = await sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })
 */
export const createSimulator = (options?: SimulatorOptions): Simulator =>
  simulatorWith(listen, options, loadPages, leaveTotals)

export { DocumentError } from './harness/fixtures/problem.ts'
export type * from './public.ts'
export { SteeringError } from './steering/error.ts'
