import type { Fixture } from './harness/fixtures/document.ts'
import { Holds } from './harness/holds.ts'
import { originOf } from './harness/origin.ts'
import { openTables } from './resources/tables.ts'
import { forkWorld, openWorld, settle, type Start, type Starting, type World } from './world.ts'

/** One isolated world under a name. Whoever needs the world asks for it anew, so a reset is one assignment. */
export class Sandbox {
  readonly name: string
  readonly starting: Starting
  readonly #leave: (world: World) => void
  readonly #snapshots = new Map<string, World>()
  readonly #watchers = new Set<() => void>()
  #world: World
  #isClosed = false
  /** Requests that are under way. */
  busy = 0

  /** @param leave told of every world that this sandbox leaves behind */
  constructor(name: string, starting: Starting, leave: (world: World) => void = () => undefined) {
    this.name = name
    this.starting = starting
    this.#leave = leave
    this.#world = openWorld(starting.initial)
  }

  get world(): World {
    settle(this.#world)
    return this.#world
  }

  /** Back to the start, or to another one; snapshots go too. */
  reset(start: Start = this.starting.initial): void {
    this.#replace(openWorld(start))
    this.#snapshots.clear()
  }

  /** Ends this world: nothing in it waits or moves any more. */
  close(): void {
    this.#end(this.#world)
    this.#isClosed = true
    this.changed()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Calls back after every change that can be seen, until it is told to stop. */
  watch(listener: () => void): () => void {
    this.#watchers.add(listener)
    return () => void this.#watchers.delete(listener)
  }

  /** Tells whoever watches. */
  changed(): void {
    for (const tell of this.#watchers) tell()
  }

  /** Ends what is held, and what requests under way would hold; later ones are held as ever. */
  endHolds(): void {
    this.#world.holds.close()
    this.#world.holds = new Holds()
  }

  /** Replaces the data; time and counters go on. What is held gets no answer: it was asked of other data. */
  import(fixture: Fixture): void {
    const { seed } = this.#world.start
    const { bases, invention, lastIds } = originOf(fixture, seed, this.#world.invention.epochSeconds)
    this.#world.steered.add('PUT /_sim/state')
    this.endHolds()
    this.#world.invention = invention
    this.#world.tables = openTables(bases, lastIds)
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
    this.#replace(forkWorld(kept))
    this.#world.steered.add('POST /_sim/snapshots/{name}/restore')
    return true
  }

  deleteSnapshot(name: string): boolean {
    return this.#snapshots.delete(name)
  }

  /** What the old world still holds gets no answer. */
  #replace(world: World): void {
    const old = this.#world
    this.#world = world
    this.#end(old)
    this.changed()
  }

  #end(world: World): void {
    world.clock.stop()
    world.holds.close()
    this.#leave(world)
  }
}
