import type { Simulator, SimulatorOptions } from './public.ts'
import { simulatorWith } from './simulator.ts'

/**
 * The same simulator where there are neither sockets nor files: `listen()` rejects.
 * @throws RangeError for a `library`
 */
export function createSimulator(options?: SimulatorOptions): Simulator {
  if (options?.library !== undefined)
    throw new RangeError('library: a browser has no folders; give documents, or a Library as fixtures and scenarios')
  return simulatorWith(
    () =>
      Promise.reject(
        new Error(
          'a browser cannot listen: answer requests with fetch(), from a service worker or with rental-sim/msw',
        ),
      ),
    options,
  )
}

export { DocumentError } from './harness/fixtures/problem.ts'
export { shippedFixtures, shippedScenarios } from './harness/library.ts'
export { SteeringError } from './control/error.ts'
