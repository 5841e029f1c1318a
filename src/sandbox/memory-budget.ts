import { UsageError } from '../kernel/usage-error.ts'

const BYTES_PER_MIB = 1024 * 1024

/** A sandbox, as the budget sees it. */
export interface Holder {
  /** What it keeps that cannot be given up in part: rows, faults, snapshots, itself. */
  readonly fixedBytes: number
  /** What its recorded exchanges take. */
  readonly journalBytes: number
  /** Drops its oldest exchanges until they take no more than this. */
  readonly trimJournals: (maxBytes: number) => void
}

/** All sandboxes, as the budget sees them. */
export interface Holders {
  /** Least recently used first. */
  readonly holders: () => readonly Holder[]
  /** What the documents take that they start from, by the sandbox that used each last: others may share it. */
  readonly documentBytes: () => ReadonlyMap<Holder, number>
  /** Forgets a sandbox that can be forgotten now; answers whether it did. */
  readonly forget: (holder: Holder) => boolean
}

/** Thrown for what does not fit into the budget, before anything of it is kept. */
export class NoRoomError extends UsageError {}

/** Once it is full, so much more is made free: counting everything is work that is done once in a while. */
const FREE_SHARE = 1 / 16

/**
 * The memory that all sandboxes of a process may take together, and the bodies of requests under way.
 * What is recorded gives way first, then whole sandboxes that nobody uses: always of those that take more than their
 * fair share, the least recently used first.
 */
export class MemoryBudget {
  readonly maxBytes: number
  readonly #kept: Holders
  /** At least what is kept: what was counted last, and all that came since. */
  #keptBytes = 0
  #underWayBytes = 0

  constructor(maxBytes: number, kept: Holders) {
    this.maxBytes = maxBytes
    this.#kept = kept
  }

  /** A bound of one kind of thing: of a small budget no kind may take more than a quarter. */
  bound(bytes: number): number {
    return Math.min(bytes, Math.floor(this.maxBytes / 4))
  }

  /** Something is kept from now on that gives way when it must. */
  keep(bytes: number, keeper?: Holder): void {
    this.#keptBytes += bytes
    if (this.#keptBytes + this.#underWayBytes > this.maxBytes) this.#makeRoom(0, keeper)
  }

  /** Whether so much more fits, after others gave way. @param keeper who asks: it is not forgotten */
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

  /** What was taken is needed no more. */
  release(bytes: number): void {
    this.#underWayBytes -= bytes
  }

  /** Counts what is kept, drops what gives way when that is too much, and answers whether so much more fits. */
  #makeRoom(bytes: number, keeper: Holder | undefined): boolean {
    const holders = this.#kept.holders()
    const documents = this.#kept.documentBytes()
    const sizes = new Map(
      holders.map((holder) => [holder, holder.fixedBytes + holder.journalBytes + (documents.get(holder) ?? 0)]),
    )
    const room = this.maxBytes - this.#underWayBytes - bytes
    const goal = Math.min(room, this.maxBytes * (1 - FREE_SHARE))
    let total = sum(sizes.values())
    if (total > goal) total -= trimmed(holders, sizes, total, goal)
    if (total > room) total -= this.#forgotten(holders, sizes, total, goal, keeper)
    this.#keptBytes = total
    return total <= room
  }

  #forgotten(
    holders: readonly Holder[],
    sizes: ReadonlyMap<Holder, number>,
    total: number,
    goal: number,
    keeper: Holder | undefined,
  ): number {
    const share = goal / holders.length
    let freed = 0
    for (const holder of holders) {
      if (total - freed <= goal) break
      const size = sizes.get(holder) ?? 0
      if (holder !== keeper && size > share && this.#kept.forget(holder)) freed += size
    }
    return freed
  }
}

/** Drops exchanges of the sandboxes above their fair share, down to it; answers how many bytes that freed, and notes it in their sizes. */
function trimmed(holders: readonly Holder[], sizes: Map<Holder, number>, total: number, goal: number): number {
  const share = Math.max(0, goal) / holders.length
  let freed = 0
  for (const holder of holders) {
    const over = total - freed - goal
    if (over <= 0) break
    const size = sizes.get(holder) ?? 0
    const before = holder.journalBytes
    if (size <= share || before === 0) continue
    holder.trimJournals(Math.max(0, before - Math.min(over, size - share)))
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
