import { errorsAtCaller } from './control/error.ts'
import type { Simulator, SimulatorOptions } from './control/types.ts'
import { openSimulator } from './server/open-simulator.ts'
import { simulatorInCode } from './server/simulator.ts'

/**
 * The same simulator where there are neither sockets nor files: `listen()` rejects.
 * @throws RangeError for a `library`
 */
export const createSimulator: (options?: SimulatorOptions) => Simulator = errorsAtCaller((options) => {
  if (options?.library !== undefined)
    throw new RangeError('library: a browser has no folders; give documents, or a Library as fixtures and scenarios')
  return simulatorInCode(openSimulator(options), () =>
    Promise.reject(
      new Error('a browser cannot listen: answer requests with fetch(), from a service worker or with rental-sim/msw'),
    ),
  )
})

export { DocumentError } from './testing/fixtures/problem.ts'
export { shippedFixtures, shippedScenarios } from './testing/fixtures/library.ts'
export { SteeringError } from './control/error.ts'
