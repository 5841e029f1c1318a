import { UsageError } from '../kernel/usage-error.ts'
import type { Exchange } from '../testing/journal/exchange.ts'
import { documentsOf, type WorldSources } from './documents.ts'
import type { World } from './world.ts'

const BYTES_PER_MIB = 1024 * 1024

/** A sandbox, with what it keeps. */
interface Keeper {
  /** What its worlds take without their journals and documents. */
  readonly fixedBytes: number
  readonly worlds: readonly World[]
}

interface Keepers {
  /** Least recently used first. */
  readonly all: () => readonly Keeper[]
  /** Evicts a sandbox, unless it is in use. @returns whether it did */
  readonly evict: (sandbox: Keeper) => boolean
}

/** Thrown for what there is no room for. Nothing of it is kept. */
export class NoRoomError extends UsageError {}

/** Room that is made when everything is full, so that it is made rarely. */
const FREE_SHARE = 1 / 16

/**
 * The memory that all sandboxes of a process may take together, with the bodies of requests under way, which have a
 * quarter of it. When the rest is full, the oldest recorded exchanges of all sandboxes go, down to a quarter; then idle
 * sandboxes, the least recently used first.
 */
export class Memory {
  readonly maxBytes: number
  readonly #quarter: number
  readonly #keepers: Keepers
  /** At most so much is kept: the last count, and everything kept since. */
  #bytes = 0
  #underWay = 0
  /** The documents that are counted: sandboxes share them. */
  #documents = new WeakSet<object>()
  /** In which order exchanges were recorded. */
  readonly #order = new WeakMap<Exchange, number>()
  #recorded = 0

  constructor(maxBytes: number, keepers: Keepers) {
    this.maxBytes = maxBytes
    this.#quarter = Math.floor(maxBytes / 4)
    this.#keepers = keepers
  }

  /** The bound of one kind of thing, which of a small memory may take no more than a quarter. */
  bound(bytes: number): number {
    return Math.min(bytes, this.#quarter)
  }

  /** Adds to the count, and makes room. @param keeper the sandbox that needs it, which is not evicted */
  keep(bytes: number, keeper?: Keeper): void {
    this.#bytes += bytes
    if (this.#bytes > 3 * this.#quarter) this.#makeRoom(0, keeper)
  }

  keepExchange(exchange: Exchange, keeper: Keeper): void {
    this.#order.set(exchange, ++this.#recorded)
    this.keep(exchange.bytes, keeper)
  }

  /** Counts the documents of a world, unless another has them. @throws NoRoomError */
  keepDocuments(what: string, world: WorldSources, keeper: Keeper): void {
    const added = [...documentsOf(world)].filter(([document]) => !this.#documents.has(document))
    const bytes = added.reduce((sum, [, each]) => sum + each, 0)
    this.need(what, bytes, keeper)
    for (const [document] of added) this.#documents.add(document)
    this.keep(bytes, keeper)
  }

  /** Whether so much more can be kept, after making room. */
  hasRoomFor(bytes: number, keeper?: Keeper): boolean {
    return this.#bytes + bytes <= 3 * this.#quarter || this.#makeRoom(bytes, keeper)
  }

  /** @throws NoRoomError when so much more cannot be kept */
  need(what: string, bytes: number, keeper?: Keeper): void {
    if (this.hasRoomFor(bytes, keeper)) return
    throw new NoRoomError(
      `${what} would take about ${inMib(bytes)} MiB, and the memory budget of ${inMib(this.maxBytes)} MiB (--memory-budget) has no room for that`,
    )
  }

  /** Part of a body has arrived. False when there is no room for it; then it is not counted. */
  take(bytes: number): boolean {
    if (this.#underWay + bytes > this.#quarter) return false
    this.#underWay += bytes
    return true
  }

  /** Gives back what was taken. */
  release(bytes: number): void {
    this.#underWay -= bytes
  }

  /** Counts anew, drops exchanges and evicts sandboxes where they take too much. @returns whether so many bytes more fit */
  #makeRoom(bytes: number, keeper: Keeper | undefined): boolean {
    const room = 3 * this.#quarter - bytes
    const goal = Math.min(room, 3 * this.#quarter * (1 - FREE_SHARE))
    const { recorded, ...counted } = this.#count()
    let { total } = counted
    if (total > goal) total -= this.#dropExchanges(Math.min(total - goal, recorded - this.#quarter))
    if (total > room) {
      this.#evictIdle(total - goal, keeper)
      total = this.#count().total
    }
    if (total > room) total -= this.#dropExchanges(total - room)
    this.#bytes = total
    return total <= room
  }

  #evictIdle(bytes: number, keeper: Keeper | undefined): void {
    let freed = 0
    for (const [sandbox, size] of this.#count().sizes) {
      if (freed >= bytes) return
      if (sandbox !== keeper && this.#keepers.evict(sandbox)) freed += size
    }
  }

  /** What several sandboxes share counts with the latest used of them. */
  #count() {
    const seen = new Set<object>()
    const sizes = new Map<Keeper, number>()
    let [total, recorded] = [0, 0]
    const weigh = (things: Iterable<readonly [object, number]>): number => {
      let bytes = 0
      for (const [thing, size] of things) if (!seen.has(thing)) bytes += size
      for (const [thing] of things) seen.add(thing)
      return bytes
    }
    const all = this.#keepers.all()
    this.#documents = new WeakSet()
    for (const sandbox of all.toReversed()) {
      let size = sandbox.fixedBytes
      for (const world of sandbox.worlds) {
        const documents = documentsOf(world)
        size += weigh(documents)
        for (const document of documents.keys()) this.#documents.add(document)
        const exchanges = weigh(world.journal.entries().map((each) => [each, each.bytes] as const))
        size += exchanges
        recorded += exchanges
      }
      sizes.set(sandbox, size)
      total += size
    }
    return { total, recorded, sizes: new Map([...sizes].toReversed()) }
  }

  /** Drops the oldest exchanges of all sandboxes until so many bytes are free. @returns the bytes that were freed */
  #dropExchanges(bytes: number): number {
    const journals = this.#keepers.all().flatMap(({ worlds }) => worlds.map(({ journal }) => journal))
    const nth = (exchange: Exchange): number => this.#order.get(exchange) ?? 0
    const all = [...new Set(journals.flatMap((journal) => journal.entries()))].toSorted((a, b) => nth(a) - nth(b))
    const gone = new Set<Exchange>()
    let freed = 0
    for (const exchange of all) {
      if (freed >= bytes) break
      gone.add(exchange)
      freed += exchange.bytes
    }
    for (const journal of journals) journal.dropOldestOf(gone)
    return freed
  }
}

const inMib = (bytes: number): number => Math.ceil(bytes / BYTES_PER_MIB)

export const mebibytes = (mib: number): number => mib * BYTES_PER_MIB
