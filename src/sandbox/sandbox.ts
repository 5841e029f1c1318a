import type { Exchange } from '../testing/journal/exchange.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { Holds } from '../testing/faults/holds.ts'
import { type Holder, MemoryBudget, mebibytes } from './memory-budget.ts'
import { originOf } from '../testing/fixtures/origin.ts'
import { textBytes } from '../kernel/kept-bytes.ts'
import type { Recorder } from '../testing/recorder.ts'
import { BYTES_PER_ROW } from '../kernel/table.ts'
import { changedBytes, isChanged, openTables } from '../marketplace/tables.ts'
import { SandboxRecorder } from './recorders.ts'
import { type Documents, forkWorld, openWorld, settle, type Start, type Starting, type World } from './world.ts'

/** What a sandbox is made with. */
export interface Surroundings {
  /** What records the exchanges of all sandboxes. */
  readonly recorders: readonly Recorder[]
  /** Told when a request was carried out, or somebody steered. */
  readonly used: (sandbox: Sandbox) => void
  /** What the documents of a world take that no other world shares. */
  readonly bytesOfOwn: (world: Documents) => number
  readonly budget: MemoryBudget
}

const alone: Surroundings = {
  recorders: [],
  used: () => undefined,
  bytesOfOwn: () => 0,
  budget: new MemoryBudget(Infinity, { holders: () => [], documentBytes: () => new Map(), forget: () => false }),
}

/** What a world takes that was searched in, with no row changed and nothing recorded, measured. */
const BYTES_PER_WORLD = 21_000

/** What the rows may take that a sandbox adds or changes. */
export const MAX_ROW_BYTES = mebibytes(32)

/** One isolated world under a name. Whoever needs the world asks for it anew, so a reset is one assignment. */
export class Sandbox implements Holder {
  readonly name: string
  readonly starting: Starting
  readonly #surroundings: Surroundings
  readonly #recorders: readonly Recorder[]
  readonly #snapshots = new Map<string, World>()
  readonly #watchers = new Set<() => void>()
  #world: World
  #isClosed = false
  #wasChanged = false
  #isEvictionUntold: boolean
  /** Requests that are under way. */
  busy = 0
  /** Higher than that of all sandboxes that were used before it. */
  lastUse = 0

  /** @param wasEvicted whether an earlier one of that name was dropped for want of room */
  constructor(name: string, starting: Starting, surroundings = alone, wasEvicted = false) {
    this.name = name
    this.starting = starting
    this.#surroundings = surroundings
    this.#isEvictionUntold = wasEvicted
    this.#recorders = [...surroundings.recorders, new SandboxRecorder(this)]
    this.#world = openWorld(starting.initial, this.#recorders)
  }

  get world(): World {
    settle(this.#world)
    return this.#world
  }

  /**
   * A request of it was carried out or met by a fault, or somebody steered it: from then on it counts among the
   * sandboxes of the server. What was changed stays changed, also when the row that was added is gone again.
   */
  use({ changes = false } = {}): void {
    this.#wasChanged ||= changes || isChanged(this.#world.tables)
    this.#surroundings.used(this)
  }

  /** Whether it differs from a fresh one in more than what it recorded. */
  get hasChanges(): boolean {
    return this.#wasChanged || isChanged(this.#world.tables)
  }

  get isIdle(): boolean {
    return this.busy === 0 && this.#world.holds.size === 0
  }

  /** Whether it is a fresh world under a name whose world was evicted, and no client was told yet. */
  get isEvictionUntold(): boolean {
    return this.#isEvictionUntold
  }

  /** Whether the answer under way is the first, and is to tell so. */
  tellEviction(): boolean {
    const isUntold = this.#isEvictionUntold
    this.#isEvictionUntold = false
    return isUntold
  }

  /** Back to the start, or to another one; snapshots go too. @throws NoRoomError for a start that takes more than there is */
  reset(start: Start = this.starting.initial): void {
    const world = openWorld(start, this.#recorders)
    this.#needDocuments('this start', world)
    this.#replace(world)
    this.#snapshots.clear()
    this.#isEvictionUntold = false
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

  /**
   * Replaces the data; time and counters go on. What is held gets no answer: it was asked of other data.
   * @throws NoRoomError for data that take more than there is
   */
  import(fixture: Fixture): void {
    const { start } = this.#world
    const { bases, invention, lastIds } = originOf(fixture, start.seed, this.#world.invention.epochSeconds)
    this.#needDocuments('this state', { start, fixture, invention })
    this.#world.steered.add('PUT /_sim/state')
    this.endHolds()
    this.#world.fixture = fixture
    this.#world.invention = invention
    this.#world.tables = openTables(bases, lastIds)
  }

  get snapshots(): readonly string[] {
    return [...this.#snapshots.keys()]
  }

  /** Keeps this moment of the whole world under a name; an older one by that name goes. @throws NoRoomError */
  snapshot(name: string): void {
    const bytes = fixedBytesOf(this.#world)
    this.budget.need('this snapshot', bytes, this)
    this.#snapshots.set(name, forkWorld(this.#world))
    this.keep(bytes)
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

  get budget(): MemoryBudget {
    return this.#surroundings.budget
  }

  /** Counts what is kept from now on. */
  keep(bytes: number): void {
    this.budget.keep(bytes, this)
  }

  /** Whether rows may be put that hold what a request body says; then they are counted. */
  hasRoomForRows(body: string): boolean {
    const bytes = BYTES_PER_ROW + textBytes(body)
    if (
      changedBytes(this.#world.tables) + bytes > this.budget.bound(MAX_ROW_BYTES) ||
      !this.budget.hasRoomFor(bytes, this)
    )
      return false
    this.keep(bytes)
    return true
  }

  /** Its worlds: those of the snapshots, oldest first, and the one that clients use. */
  get worlds(): readonly World[] {
    return [...this.#snapshots.values(), this.#world]
  }

  get fixedBytes(): number {
    return this.worlds.reduce((sum, world) => sum + fixedBytesOf(world), 0)
  }

  /** An exchange that snapshots share counts once. */
  get journalBytes(): number {
    if (this.#snapshots.size === 0) return this.#world.journal.bytes
    return this.#exchanges().reduce((sum, { bytes }) => sum + bytes, 0)
  }

  trimJournals(maxBytes: number): void {
    const gone = new Set<Exchange>()
    let left = this.journalBytes
    for (const exchange of this.#exchanges()) {
      if (left <= maxBytes) break
      gone.add(exchange)
      left -= exchange.bytes
    }
    for (const { journal } of this.worlds) journal.dropOldestOf(gone)
  }

  /** Of all its worlds, each once: those of the oldest snapshot first. */
  #exchanges(): readonly Exchange[] {
    return [...new Set(this.worlds.flatMap(({ journal }) => journal.entries()))]
  }

  #needDocuments(what: string, world: Documents): void {
    const bytes = this.#surroundings.bytesOfOwn(world)
    this.budget.need(what, bytes, this)
    this.keep(bytes)
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
    for (const recorder of world.recorders) recorder.left?.(world)
  }
}

const fixedBytesOf = ({ tables, faults }: World): number => BYTES_PER_WORLD + changedBytes(tables) + faults.bytes
