import type { Clock, ClockMode } from '../kernel/clock.ts'
import type { WriteLog } from '../kernel/writes.ts'
import type { Faults, LoadedFault } from '../testing/faults/faults.ts'
import type { Moment } from '../testing/journal/exchange.ts'
import type { LoadedStub, Stubs } from '../testing/stubs/stubs.ts'

/** What of a world changes without a write of a row. */
interface Momentary {
  readonly writes: WriteLog
  readonly clock: Clock
  readonly faults: Faults
  readonly stubs: Stubs
  moment: WorldMoment | undefined
}

/** What an exchange found when it began: the world can be opened again as it was. */
export class WorldMoment implements Moment {
  readonly writes: number
  readonly mode: ClockMode
  readonly faults: readonly LoadedFault[]
  readonly stubs: readonly LoadedStub[]

  constructor({ writes, clock, faults, stubs }: Momentary) {
    this.writes = writes.count
    this.mode = clock.mode
    this.faults = faults.loaded
    this.stubs = stubs.loaded
  }

  isOf({ writes, clock, faults, stubs }: Momentary): boolean {
    return (
      this.writes === writes.count &&
      this.mode === clock.mode &&
      this.faults === faults.loaded &&
      this.stubs === stubs.loaded
    )
  }
}

/** The moment of a world. Exchanges between which nothing changed share it. */
export const momentOf = (world: Momentary): WorldMoment =>
  world.moment?.isOf(world) === true ? world.moment : (world.moment = new WorldMoment(world))
