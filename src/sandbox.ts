import type { Agenda } from './kernel/clock.ts'
import type { Fixture } from './harness/fixtures/document.ts'
import { originOf } from './harness/origin.ts'
import { endOf } from './resources/network-volumes/listing.ts'
import { openTables } from './resources/tables.ts'
import { openWorld, type Start, type World } from './world.ts'

/** One isolated world under a name. Whoever needs the world asks for it anew, so a reset is one assignment. */
export class Sandbox {
  readonly name: string
  readonly #start: Start
  #world: World

  constructor(name: string, start: Start) {
    this.name = name
    this.#start = start
    this.#world = openWorld(start)
  }

  get world(): World {
    return this.#world
  }

  /** Back to the start, or to a start that differs in what is named. */
  reset(changes: Partial<Start> = {}): void {
    this.#world = openWorld({ ...this.#start, ...changes })
  }

  /** Replaces the data; time and counters go on. */
  import(fixture: Fixture): void {
    const { seed } = this.#world.start
    const { bases, invention, lastIds } = originOf(fixture, seed, this.#world.invention.epochSeconds)
    this.#world = { ...this.#world, invention, tables: openTables(bases, lastIds) }
  }

  /** What falls due in a span of this world's time. */
  readonly agenda: Agenda = (afterMs, untilMs) => {
    const { tables, invention } = this.#world
    return tables.network_volume_offers
      .values()
      .map((listing) => ({
        atMs: endOf(invention, listing) * 1000,
        text: `network volume offer ${listing.id} expires`,
      }))
      .filter(({ atMs }) => atMs > afterMs && atMs <= untilMs)
  }
}
