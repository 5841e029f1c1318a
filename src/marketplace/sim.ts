import type { Sim as SimOf } from '../kernel/sim.ts'
import type { Tables } from './collections.ts'

/** The sandbox of a request, as domain functions see it. */
export type Sim = SimOf<Tables>
