import { PendingDelays } from '../testing/faults/pending-delays.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { originOf } from '../testing/fixtures/origin.ts'
import { textBytes } from '../kernel/memory-size.ts'
import { BYTES_PER_ROW } from '../kernel/row-set.ts'
import { bytesOfRows } from '../marketplace/tables.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import type { Recorder } from '../testing/recorder.ts'
import { type Memory, mebibytes } from './memory.ts'
import { documentsOf } from './documents.ts'
import { applyDueChanges, openWorld, type World } from './world.ts'
import { type WorldConfig, type WorldConfigs } from './world-config.ts'

/** What a sandbox needs of the server that it belongs to. */
export interface SandboxContext {
  /** The name of the server, in the names of its worlds. */
  readonly instance: string
  /** What records the exchanges of all sandboxes. */
  readonly recorders: readonly Recorder[]
  /** Called after each request that was carried out and each control call that changes something. */
  readonly used: (sandbox: Sandbox) => void
  readonly memory: Memory
}

/** What was before a sandbox under its name. */
interface EarlierWorlds {
  readonly starts: number
  /** How many exchanges the latest had, where it was evicted. */
  readonly lostExchanges: number | undefined
}

/** What a world takes that was searched in, with no row changed and nothing recorded, measured. */
export const WORLD_BYTES = 21_000

/** What a world takes without its journal and its documents. */
const worldBytes = ({ rows, faults, stubs }: World): number =>
  WORLD_BYTES + bytesOfRows(rows) + faults.bytes + stubs.bytes

/** What the rows may take that a sandbox adds or changes. */
export const MAX_ROW_BYTES = mebibytes(32)

/** One isolated world under a name. A reset replaces `world`, so each use reads it anew. */
export class Sandbox {
  readonly name: string
  readonly configs: WorldConfigs
  readonly memory: Memory
  readonly #context: SandboxContext
  readonly #recorders: readonly Recorder[]
  readonly #snapshots = new Map<string, World>()
  readonly #watchers = new Set<() => void>()
  #world: World
  #wasChanged = false
  /** Whether an earlier sandbox of this name was evicted, and no answer has said so yet. */
  hasEvictionNotice: boolean
  isClosed = false
  /** How many worlds have begun under its name, also in sandboxes of that name that were dropped. */
  starts: number
  /** Requests that are under way. */
  busy = 0
  /** How often it was changed in a way that can be seen. */
  changes = 0
  /** How many exchanges it recorded, across resets. */
  recorded = 0

  constructor(name: string, configs: WorldConfigs, context: SandboxContext, earlier: EarlierWorlds) {
    this.name = name
    this.configs = configs
    this.#context = context
    this.memory = context.memory
    this.hasEvictionNotice = earlier.lostExchanges !== undefined
    this.starts = earlier.starts
    const ownRecorder: Recorder = { closed: ({ exchange }) => this.keepExchange(exchange), fork: () => ownRecorder }
    this.#recorders = [...context.recorders, ownRecorder]
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
    return this.#wasChanged || this.#world.hasChangedRows
  }

  get isIdle(): boolean {
    return this.busy === 0 && this.#world.delays.size === 0
  }

  /** Whether the response under way is the first since the eviction: then it tells the client. */
  consumeEvictionNotice(): boolean {
    const isUntold = this.hasEvictionNotice
    this.hasEvictionNotice = false
    return isUntold
  }

  /** Opens a fresh world; snapshots go too, except those that are kept aside. @throws NoRoomError for documents that take more memory than there is */
  reset(config: WorldConfig = this.configs.initial): void {
    const world = openWorld(config, this.#recorders)
    this.memory.keepDocuments('this start', world, this)
    this.#replace(world)
    for (const name of this.snapshots) this.#snapshots.delete(name)
    this.hasEvictionNotice = false
  }

  /** Ends this world: nothing in it waits or moves any more. */
  close(): void {
    this.#end(this.#world)
    this.isClosed = true
    this.changed()
  }

  /** Calls back after every visible change, until the returned function is called. */
  watch(listener: () => void): () => void {
    this.#watchers.add(listener)
    return () => void this.#watchers.delete(listener)
  }

  /** Calls the listeners of `watch`. */
  changed(): void {
    this.changes += 1
    for (const tell of this.#watchers) tell()
  }

  /** An exchange came into its journal. */
  keepExchange(exchange: Exchange): void {
    this.recorded += 1
    this.memory.keepExchange(exchange, this)
    this.changed()
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
    this.memory.keepDocuments('this state', { config, fixture, invention: origin.invention }, this)
    this.#world.controlCallsMade.add('PUT /_sim/state')
    this.endDelays()
    this.#world.import(fixture, origin)
  }

  /** The names of the snapshots. One that begins with a dot is kept aside: it is not listed, and outlives a reset. */
  get snapshots(): readonly string[] {
    return [...this.#snapshots.keys()].filter((name) => !name.startsWith('.'))
  }

  /**
   * Copies a whole world under a name; an older snapshot by that name goes.
   * @param world its own, or that of a sandbox that is about to be deleted
   * @throws NoRoomError
   */
  snapshot(name: string, world = this.#world): void {
    const bytes = worldBytes(world)
    this.memory.need('this snapshot', bytes, this)
    this.#snapshots.set(name, world.copy())
    this.memory.keep(bytes, this)
  }

  /** Back to a snapshot, as often as wanted. False when its keeper has none by that name. */
  restore(name: string, keeper: Sandbox = this): boolean {
    const kept = keeper.#snapshots.get(name)
    if (kept === undefined) return false
    this.#replace(keeper === this ? kept.copy() : kept.copy(this.#recorders))
    this.#world.controlCallsMade.add('POST /_sim/snapshots/{name}/restore')
    return true
  }

  /** Goes on from a world that another sandbox had. @throws NoRoomError */
  continueFrom(open: (recorders: readonly Recorder[]) => World): void {
    const world = open(this.#recorders)
    const bytes = worldBytes(world)
    this.memory.need('this fork', bytes, this)
    this.memory.keepDocuments('this fork', world, this)
    this.memory.keep(bytes, this)
    this.#replace(world)
  }

  deleteSnapshot(name: string): boolean {
    return this.#snapshots.delete(name)
  }

  /** Whether rows may be put that hold what a request body says; then they are counted. */
  hasRoomForRows(body: string): boolean {
    const bytes = BYTES_PER_ROW + textBytes(body)
    const changed = bytesOfRows(this.#world.rows) + bytes
    const hasRoom = changed <= this.memory.bound(MAX_ROW_BYTES) && this.memory.hasRoomFor(bytes, this)
    if (hasRoom) this.memory.keep(bytes, this)
    return hasRoom
  }

  /** Its worlds: those of the snapshots, oldest first, and the one that clients use. */
  get worlds(): readonly World[] {
    return [...this.#snapshots.values(), this.#world]
  }

  /** What clients may ask for: its rows, also those that it began with, and what its faults and stubs write. */
  get dataBytes(): number {
    return worldBytes(this.#world) + [...documentsOf(this.#world).values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  /** What its worlds take without their journals and documents. */
  get fixedBytes(): number {
    return this.worlds.reduce((sum, world) => sum + worldBytes(world), 0)
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
