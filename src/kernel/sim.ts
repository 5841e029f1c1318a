import type { Endpoint } from './web-address.ts'
import type { Clock } from './clock.ts'
import type { Invention } from './invention.ts'
import type { Progression } from './progression.ts'
import type { RulesInForce } from './rules-in-force.ts'
import type { Trace } from './trace.ts'

/** What the code of an operation is given of the sandbox: its tables, clock, invented values, and the trace of the response. */
export interface Sim<Tables> {
  readonly tables: Tables
  readonly clock: Pick<Clock, 'nowMs' | 'nowSeconds' | 'mode'>
  readonly invention: Invention
  /** How a new instance gets to run. */
  readonly progression: Progression
  /** Where SSH to any instance leads; undefined for an invented address. */
  readonly sshTo: Endpoint | undefined
  readonly trace: Trace
  /** The address at which the client that asks reaches a path of its sandbox. */
  readonly url: (path: string) => string
  /** Which form of each rule holds. */
  readonly rules: RulesInForce
}
