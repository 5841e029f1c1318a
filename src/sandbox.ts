import type { Fixture } from './harness/fixtures/document.ts'
import { originOf } from './harness/origin.ts'
import type { Agenda } from './kernel/clock.ts'
import { instanceAgenda } from './resources/instances/agenda.ts'
import { listingAgenda } from './resources/network-volumes/agenda.ts'
import { openTables } from './resources/tables.ts'
import { forkWorld, openWorld, type Start, type World } from './world.ts'

/** One isolated world under a name. Whoever needs the world asks for it anew, so a reset is one assignment. */
export class Sandbox {
  readonly name: string
  readonly #start: Start
  readonly #snapshots = new Map<string, World>()
  #world: World
  /** Requests that are under way. */
  busy = 0

  constructor(name: string, start: Start) {
    this.name = name
    this.#start = start
    this.#world = openWorld(start)
  }

  get world(): World {
    return this.#world
  }

  /** Back to the start, or to a start that differs in what is named; snapshots go too. */
  reset(changes: Partial<Start> = {}): void {
    this.#world = openWorld({ ...this.#start, ...changes })
    this.#snapshots.clear()
  }

  /** Replaces the data; time and counters go on. */
  import(fixture: Fixture): void {
    const { seed } = this.#world.start
    const { bases, invention, lastIds } = originOf(fixture, seed, this.#world.invention.epochSeconds)
    this.#world = { ...this.#world, invention, tables: openTables(bases, lastIds) }
  }

  get snapshots(): readonly string[] {
    return [...this.#snapshots.keys()]
  }

  /** Keeps this moment of the whole world under a name; an older one by that name goes. */
  snapshot(name: string): void {
    this.#snapshots.set(name, forkWorld(this.#world))
  }

  /** Back to a snapshot, as often as wanted. False when there is none by that name. */
  restore(name: string): boolean {
    const kept = this.#snapshots.get(name)
    if (kept === undefined) return false
    this.#world = forkWorld(kept)
    return true
  }

  deleteSnapshot(name: string): boolean {
    return this.#snapshots.delete(name)
  }

  /** What falls due in a span of this world's time. */
  readonly agenda: Agenda = (afterMs, untilMs) =>
    [...listingAgenda(this.#world), ...instanceAgenda(this.#world)].filter(
      ({ atMs }) => atMs > afterMs && atMs <= untilMs,
    )
}
