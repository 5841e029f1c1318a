import type { Clock, ClockMode } from '../kernel/clock.ts'
import type { Faults, LoadedFault } from '../testing/faults/faults.ts'
import type { Moment } from '../testing/journal/exchange.ts'
import type { LoadedStub, Stubs } from '../testing/stubs/stubs.ts'

/** What of a world changes without a write of a row. */
interface Momentary {
  readonly clock: Clock
  readonly faults: Faults
  readonly stubs: Stubs
  moment: WorldMoment | undefined
}

/** What an exchange found when it began: with the writes since, its world can be opened again as it was. */
export class WorldMoment implements Moment {
  readonly mode: ClockMode
  readonly faults: readonly LoadedFault[]
  readonly stubs: readonly LoadedStub[]

  constructor({ clock, faults, stubs }: Momentary) {
    this.mode = clock.mode
    this.faults = faults.loaded
    this.stubs = stubs.loaded
  }

  isOf({ clock, faults, stubs }: Momentary): boolean {
    return this.mode === clock.mode && this.faults === faults.loaded && this.stubs === stubs.loaded
  }
}

/** The moment of a world. Exchanges between which nothing of this changed share it. */
export const momentOf = (world: Momentary): WorldMoment =>
  world.moment?.isOf(world) === true ? world.moment : (world.moment = new WorldMoment(world))
