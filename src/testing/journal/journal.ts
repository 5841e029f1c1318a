import type { Recorder } from '../recorder.ts'
import type { Exchange } from './exchange.ts'

export interface JournalLimits {
  readonly exchanges: number
  readonly bytes: number
}

/** The bounded record of a sandbox's exchanges, oldest first. What no longer fits is dropped, and counted. */
export class Journal implements Recorder {
  readonly #limits: JournalLimits
  /** By the order in which they ended. */
  #entries: Exchange[] = []
  #bytes = 0
  #lastId = 0
  #ended = 0
  #dropped = 0
  #clearings = 0
  /** How many exchanges the evicted sandboxes of the same name had. */
  #evicted = 0

  constructor(limits: JournalLimits) {
    this.#limits = limits
  }

  /** The number of the last exchange that began. */
  get lastId(): number {
    return this.#lastId
  }

  /** The number of the next exchange; numbers are never given twice. */
  open(): number {
    return ++this.#lastId
  }

  closed({ exchange }: { readonly exchange: Exchange }): void {
    this.#entries.push(exchange)
    this.#ended += 1
    this.#bytes += exchange.bytes
    while (this.length > this.#limits.exchanges || (this.#bytes > this.#limits.bytes && this.length > 1))
      this.#dropOldest()
  }

  get dropped(): number {
    return this.#dropped
  }

  /** Whether it holds every exchange there was. */
  get isWhole(): boolean {
    return this.#lastId === this.length && this.#evicted === 0
  }

  /** Counts the exchanges of an evicted sandbox as dropped, at least one: no verification shall take them for never asked. */
  followEvicted(exchanges: number): void {
    this.#dropped = this.#evicted = Math.max(1, exchanges)
  }

  get followsEviction(): boolean {
    return this.#evicted > 0
  }

  /** How many exchanges began, those of evicted sandboxes of the same name included. */
  get begun(): number {
    return this.#evicted + this.#lastId
  }

  entries(): readonly Exchange[] {
    return [...this.#entries]
  }

  get length(): number {
    return this.#entries.length
  }

  /** What its exchanges take. */
  get bytes(): number {
    return this.#bytes
  }

  /** Drops the oldest exchanges as long as they are among those that go. */
  dropOldestOf(gone: ReadonlySet<Exchange>): void {
    for (let [oldest] = this.#entries; oldest !== undefined && gone.has(oldest); [oldest] = this.#entries)
      this.#dropOldest()
  }

  find(id: number): Exchange | undefined {
    return this.#entries.find((exchange) => exchange.id === id)
  }

  /** How often it was cleared. */
  get clearings(): number {
    return this.#clearings
  }

  clear(): void {
    this.#clearings += 1
    this.#entries = []
    this.#bytes = 0
    // What an evicted sandbox was asked stays unknown until a reset.
    this.#dropped = this.#evicted
  }

  /** No world before one of the exchanges can be opened any more. */
  forgetWorlds(): void {
    for (const exchange of this.#entries) exchange.before = undefined
  }

  fork(): Journal {
    return this.#with(this.#entries, this.#lastId, this.#ended)
  }

  /** How many exchanges have ended, those that are gone included. */
  get ended(): number {
    return this.#ended
  }

  /** The first exchanges that ended: the next one gets this number. */
  before(id: number, ended: number): Journal {
    const gone = this.#ended - this.length
    return this.#with(this.#entries.slice(0, Math.max(0, ended - gone)), id - 1, ended)
  }

  #with(entries: readonly Exchange[], lastId: number, ended: number): Journal {
    const copy = new Journal(this.#limits)
    copy.#entries = [...entries]
    copy.#bytes = entries.reduce((sum, { bytes }) => sum + bytes, 0)
    copy.#lastId = lastId
    copy.#ended = ended
    copy.#dropped = this.#dropped
    copy.#evicted = this.#evicted
    return copy
  }

  #dropOldest(): void {
    const oldest = this.#entries.shift()
    if (oldest === undefined) return
    this.#bytes -= oldest.bytes
    this.#dropped += 1
  }
}
