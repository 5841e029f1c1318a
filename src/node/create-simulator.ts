import { joinSweep } from './processes/join-sweep.ts'
import { errorsAtCaller } from '../control/error.ts'
import type { Simulator, SimulatorOptions } from '../control/types.ts'
import { openSimulatorInNode } from './simulator-under.ts'

/**
 * A simulator of the Compute Rental Marketplace API. It needs no port; `listen()` gives it one.
 *
 * @throws DocumentError when the fixture, the scenario or the library cannot be used
 * @throws RangeError when a rate limit or the clock cannot be used
 * @example
 * await using sim = createSimulator({ clock: 'frozen' })
 * const answer = await sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })
 */
export const createSimulator: (options?: SimulatorOptions) => Simulator = errorsAtCaller((options = {}) =>
  openSimulatorInNode(options, joinSweep()),
)
