import type { Simulator, SimulatorOptions } from './public.ts'
import { simulatorWith } from './simulator.ts'

/** The same simulator where there are no sockets: `listen()` rejects. */
export const createSimulator = (options?: SimulatorOptions): Simulator =>
  simulatorWith(
    () =>
      Promise.reject(
        new Error(
          'a browser cannot listen: answer requests with fetch(), from a service worker or with rental-sim/msw',
        ),
      ),
    options,
  )

export { DocumentError } from './harness/fixtures/problem.ts'
export { SteeringError } from './steering/error.ts'
