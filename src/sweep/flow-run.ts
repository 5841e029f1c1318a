import type { Simulator } from '../control/types.ts'

/** What one run of a flow is given. */
export interface FlowRun {
  /** Of this run alone. */
  readonly simulator: Simulator
  /** Where it listens. */
  readonly url: string
  /** Its `fetch`, for a client that takes one. */
  readonly fetch: Simulator['fetch']
}
