import { bytesOfRows } from '../marketplace/tables.ts'
import type { World } from './world.ts'

/** What a world takes that was searched in, with no row changed and nothing recorded, measured. */
const WORLD_BYTES = 21_000

/** The memory of a world without its journal. */
export const worldBytes = ({ state, faults, stubs }: World): number =>
  WORLD_BYTES + bytesOfRows(state.rows) + faults.bytes + stubs.bytes
