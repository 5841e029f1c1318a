import { journalBytesOf, trimJournalsOf } from './journals.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { PendingDelays } from '../testing/faults/pending-delays.ts'
import type { CountedDocuments } from './counted-documents.ts'
import { type Holder, type MemoryBudget, mebibytes } from './memory-budget.ts'
import { originOf } from '../testing/fixtures/origin.ts'
import { textBytes } from '../kernel/kept-bytes.ts'
import type { Recorder } from '../testing/recorder.ts'
import { BYTES_PER_ROW } from '../kernel/row-set.ts'
import { bytesOfRows } from '../marketplace/tables.ts'
import { SandboxRecorder } from './recorders.ts'
import { applyDueChanges, openWorld } from './world.ts'
import { worldBytes } from './world-bytes.ts'
import type { World, WorldConfig, WorldConfigs, WorldSources } from './world.ts'

/** What a sandbox needs of the server that it belongs to. */
export interface SandboxContext {
  /** The name of the server, in the names of its worlds. */
  readonly instance: string
  /** What records the exchanges of all sandboxes. */
  readonly recorders: readonly Recorder[]
  /** Called after each request that was carried out and each control call that changes something. */
  readonly used: (sandbox: Sandbox) => void
  /** The documents that were counted in the memory budget. */
  readonly documents: () => CountedDocuments
  readonly budget: MemoryBudget
}

/** What was before a sandbox under its name. */
interface EarlierWorlds {
  readonly starts: number
  /** How many exchanges the latest had, where it was evicted. */
  readonly lostExchanges: number | undefined
}

/** What the rows may take that a sandbox adds or changes. */
export const MAX_ROW_BYTES = mebibytes(32)

/** One isolated world under a name. A reset replaces `world`, so each use reads it anew. */
export class Sandbox implements Holder {
  readonly name: string
  readonly configs: WorldConfigs
  readonly budget: MemoryBudget
  readonly #context: SandboxContext
  readonly #recorders: readonly Recorder[]
  readonly #snapshots = new Map<string, World>()
  readonly #watchers = new Set<() => void>()
  #world: World
  #wasChanged = false
  /** Whether an earlier sandbox of this name was evicted, and no client was told yet. */
  isEvictionUntold: boolean
  isClosed = false
  /** How many worlds have begun under its name, also in sandboxes of that name that were dropped. */
  starts: number
  /** Requests that are under way. */
  busy = 0
  /** How often it was changed in a way that can be seen. */
  changes = 0
  /** Higher than that of all sandboxes that were used before it. */
  lastUse = 0

  constructor(name: string, configs: WorldConfigs, context: SandboxContext, earlier: EarlierWorlds) {
    this.name = name
    this.configs = configs
    this.#context = context
    this.budget = context.budget
    this.isEvictionUntold = earlier.lostExchanges !== undefined
    this.starts = earlier.starts
    this.#recorders = [...context.recorders, new SandboxRecorder(this)]
    this.#world = this.#begin(openWorld(configs.initial, this.#recorders))
    if (earlier.lostExchanges !== undefined) this.#world.journal.followEvicted(earlier.lostExchanges)
  }

  get world(): World {
    applyDueChanges(this.#world)
    return this.#world
  }

  /**
   * Counts the sandbox among those of the server, once a request was carried out or met by a fault, or a control call
   * changed something. A sandbox that was changed stays changed, also when the row that was added is gone again.
   */
  use({ changes = false } = {}): void {
    this.#wasChanged = changes || this.hasChanges
    this.#context.used(this)
  }

  /** Whether it differs from a fresh one in more than what it recorded. */
  get hasChanges(): boolean {
    const { rows, startRows } = this.#world.state
    return this.#wasChanged || rows !== startRows
  }

  get isIdle(): boolean {
    return this.busy === 0 && this.#world.delays.size === 0
  }

  /** Whether the response under way is the first since the eviction: then it tells the client. */
  tellEviction(): boolean {
    const isUntold = this.isEvictionUntold
    this.isEvictionUntold = false
    return isUntold
  }

  /** Opens a fresh world; snapshots go too, but those that are kept aside. @throws NoRoomError for documents that take more memory than there is */
  reset(config: WorldConfig = this.configs.initial): void {
    const world = openWorld(config, this.#recorders)
    this.keepDocuments('this start', world)
    this.#replace(world)
    for (const name of this.snapshots) this.#snapshots.delete(name)
    this.isEvictionUntold = false
  }

  /** Ends this world: nothing in it waits or moves any more. */
  close(): void {
    this.#end(this.#world)
    this.isClosed = true
    this.changed()
  }

  /** Goes on with a copy of the world that `close` ended. */
  reopen(): void {
    this.#world = this.#begin(this.#world.copy())
    this.isClosed = false
  }

  /** Calls back after every change that can be seen, until it is told to stop. */
  watch(listener: () => void): () => void {
    this.#watchers.add(listener)
    return () => void this.#watchers.delete(listener)
  }

  /** Calls the listeners of `watch`. */
  changed(): void {
    this.changes += 1
    for (const tell of this.#watchers) tell()
  }

  /** Ends the delays of held requests, and of those under way that a fault would hold; later ones are held as ever. */
  endDelays(): void {
    this.#world.delays.close()
    this.#world.delays = new PendingDelays()
  }

  /**
   * Replaces the data; time and counters go on. Held requests get no response: they were about the data before.
   * @throws NoRoomError for data that take more than there is
   */
  import(fixture: Fixture): void {
    const { config } = this.#world
    const origin = originOf(fixture, config.seed, this.#world.invention.epochSeconds)
    this.keepDocuments('this state', { config, fixture, invention: origin.invention })
    this.#world.steered.add('PUT /_sim/state')
    this.endDelays()
    this.#world.import(fixture, origin)
  }

  /** The names of the snapshots. One that begins with a dot is kept aside: it is not listed, and outlives a reset. */
  get snapshots(): readonly string[] {
    return [...this.#snapshots.keys()].filter((name) => !name.startsWith('.'))
  }

  /** Copies the whole world under a name; an older snapshot by that name goes. @throws NoRoomError */
  snapshot(name: string): void {
    const bytes = worldBytes(this.#world)
    this.budget.need('this snapshot', bytes, this)
    this.#snapshots.set(name, this.#world.copy())
    this.keep(bytes)
  }

  /** Back to a snapshot, as often as wanted. False when there is none by that name. */
  restore(name: string): boolean {
    const kept = this.#snapshots.get(name)
    if (kept === undefined) return false
    this.#replace(kept.copy())
    this.#world.steered.add('POST /_sim/snapshots/{name}/restore')
    return true
  }

  /** Goes on from a world that another sandbox had. @throws NoRoomError */
  goOnFrom(open: (recorders: readonly Recorder[]) => World): void {
    const world = open(this.#recorders)
    this.budget.need('this fork', worldBytes(world) + world.journal.bytes, this)
    this.keepDocuments('this fork', world)
    this.keep(worldBytes(world) + world.journal.bytes)
    this.#replace(world)
  }

  deleteSnapshot(name: string): boolean {
    return this.#snapshots.delete(name)
  }

  /** Counts what is kept from now on. */
  keep(bytes: number): void {
    this.budget.keep(bytes, this)
  }

  /** Counts the documents of a world, those that no world shares. @throws NoRoomError when they do not fit */
  keepDocuments(what: string, world: WorldSources = this.#world): void {
    this.budget.need(what, this.#context.documents().bytesOfNew(world), this)
    this.keep(this.#context.documents().add(world))
  }

  /** Whether rows may be put that hold what a request body says; then they are counted. */
  hasRoomForRows(body: string): boolean {
    const bytes = BYTES_PER_ROW + textBytes(body)
    const changed = bytesOfRows(this.#world.state.rows) + bytes
    const hasRoom = changed <= this.budget.bound(MAX_ROW_BYTES) && this.budget.hasRoomFor(bytes, this)
    if (hasRoom) this.keep(bytes)
    return hasRoom
  }

  /** Its worlds: those of the snapshots, oldest first, and the one that clients use. */
  get worlds(): readonly World[] {
    return [...this.#snapshots.values(), this.#world]
  }

  get fixedBytes(): number {
    return this.worlds.reduce((sum, world) => sum + worldBytes(world), 0)
  }

  get journalBytes(): number {
    return journalBytesOf(this.worlds)
  }

  trimJournals(maxBytes: number): void {
    trimJournalsOf(this.worlds, maxBytes)
  }

  /** Requests that the old world still holds get no response. */
  #replace(world: World): void {
    const old = this.#world
    this.#world = this.#begin(world)
    this.#end(old)
  }

  #begin(world: World): World {
    this.starts += 1
    world.name = `${this.#context.instance}-${this.starts}`
    return world
  }

  #end(world: World): void {
    world.clock.stop()
    world.delays.close()
    for (const recorder of world.recorders) recorder.left?.(world)
  }
}
