import { UsageError } from '../kernel/usage-error.ts'

const BYTES_PER_MIB = 1024 * 1024

/** The memory of a sandbox. */
export interface Holder {
  /** Rows, faults, stubs, snapshots and the sandbox itself: freed only by evicting it. */
  readonly fixedBytes: number
  /** The recorded exchanges, of which the oldest can be dropped. */
  readonly journalBytes: number
  /** Drops its oldest exchanges until they take no more than this. */
  readonly trimJournals: (maxBytes: number) => void
}

/** The memory of all sandboxes. */
export interface Holders {
  /** Least recently used first. */
  readonly holders: () => readonly Holder[]
  /** The documents that sandboxes start from. One that several share counts for the latest used. */
  readonly documentBytes: () => ReadonlyMap<Holder, number>
  /** Frees what nobody uses any more. */
  readonly letGo: () => void
  /** Evicts a sandbox, unless it is in use. @returns whether it did */
  readonly forget: (holder: Holder) => boolean
}

/** Thrown for what does not fit into the budget. Nothing of it is kept. */
export class NoRoomError extends UsageError {}

/** When the budget is full, this share is freed on top, so that counting everything is rare. */
const FREE_SHARE = 1 / 16

/** While idle sandboxes can be evicted, each journal keeps this part of a fair share. */
const JOURNAL_SHARE = 1 / 4

/**
 * The memory that all sandboxes of a process may take together, with the bodies of requests under way. When it is full,
 * dropped sandboxes that could be restored go first, then recorded exchanges, but for a few of each sandbox, then whole
 * idle sandboxes, then those few: always of sandboxes that take more than their fair share, the least recently used
 * first.
 */
export class MemoryBudget {
  readonly maxBytes: number
  readonly #kept: Holders
  /** An upper bound of the memory in use: the last count, and everything kept since. */
  #keptBytes = 0
  #underWayBytes = 0

  constructor(maxBytes: number, kept: Holders) {
    this.maxBytes = maxBytes
    this.#kept = kept
  }

  /** The bound of one kind of thing, which of a small budget may take no more than a quarter. */
  bound(bytes: number): number {
    return Math.min(bytes, Math.floor(this.maxBytes / 4))
  }

  /** Counts bytes that are kept from now on, and makes room for them. */
  keep(bytes: number, keeper?: Holder): void {
    this.#keptBytes += bytes
    if (this.#keptBytes + this.#underWayBytes > this.maxBytes) this.#makeRoom(0, keeper)
  }

  /** Whether so many bytes more fit, after making room. @param keeper the sandbox that asks, which is not evicted */
  hasRoomFor(bytes: number, keeper?: Holder): boolean {
    return this.#keptBytes + this.#underWayBytes + bytes <= this.maxBytes || this.#makeRoom(bytes, keeper)
  }

  /** @throws NoRoomError when so much more does not fit */
  need(what: string, bytes: number, keeper?: Holder): void {
    if (this.hasRoomFor(bytes, keeper)) return
    throw new NoRoomError(
      `${what} would take about ${inMib(bytes)} MiB, and the memory budget of ${inMib(this.maxBytes)} MiB (--memory-budget) has no room for that`,
    )
  }

  /** Part of a body has arrived. False when it does not fit; then it is not counted. */
  take(bytes: number): boolean {
    if (!this.hasRoomFor(bytes)) return false
    this.#underWayBytes += bytes
    return true
  }

  /** Gives back what was taken. */
  release(bytes: number): void {
    this.#underWayBytes -= bytes
  }

  /** Counts the memory in use and frees some where it is too much. @returns whether so many bytes more fit */
  #makeRoom(bytes: number, keeper: Holder | undefined): boolean {
    this.#kept.letGo()
    const holders = this.#kept.holders()
    const documents = this.#kept.documentBytes()
    const sizes = new Map(
      holders.map((holder) => [holder, holder.fixedBytes + holder.journalBytes + (documents.get(holder) ?? 0)]),
    )
    const room = this.maxBytes - this.#underWayBytes - bytes
    const goal = Math.min(room, this.maxBytes * (1 - FREE_SHARE))
    let total = sum(sizes.values())
    const reserve = (Math.max(0, goal) / holders.length) * JOURNAL_SHARE
    if (total > goal) total -= trimmed(sizes, total - goal, reserve)
    if (total > room) total -= this.#forgotten(sizes, total - goal, keeper)
    if (total > room) total -= trimmed(sizes, total - room, 0)
    this.#keptBytes = total
    return total <= room
  }

  /** Evicts idle sandboxes above their fair share until so many bytes are free, or none is left. @returns the bytes that were freed */
  #forgotten(sizes: Map<Holder, number>, bytes: number, keeper: Holder | undefined): number {
    const share = (sum(sizes.values()) - bytes) / sizes.size
    let freed = 0
    for (const [holder, size] of sizes) {
      if (freed >= bytes) break
      if (holder === keeper || size <= share || !this.#kept.forget(holder)) continue
      freed += size
      sizes.delete(holder)
    }
    return freed
  }
}

/** Drops exchanges of sandboxes above their fair share, down to it, and updates their sizes. @param reserve what each journal keeps @returns the bytes that were freed */
function trimmed(sizes: Map<Holder, number>, bytes: number, reserve: number): number {
  const share = Math.max(0, sum(sizes.values()) - bytes) / sizes.size
  let freed = 0
  for (const [holder, size] of sizes) {
    const over = bytes - freed
    if (over <= 0) break
    const before = holder.journalBytes
    if (size <= share || before <= reserve) continue
    holder.trimJournals(Math.max(reserve, before - Math.min(over, size - share)))
    const gone = before - holder.journalBytes
    sizes.set(holder, size - gone)
    freed += gone
  }
  return freed
}

const sum = (numbers: Iterable<number>): number => {
  let total = 0
  for (const each of numbers) total += each
  return total
}

const inMib = (bytes: number): number => Math.ceil(bytes / BYTES_PER_MIB)

export const mebibytes = (mib: number): number => mib * BYTES_PER_MIB
