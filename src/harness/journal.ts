import type { FaultMiss } from './faults/faults.ts'
import type { Basis } from '../kernel/rule.ts'

/** What a fault did to an exchange. */
export interface FaultOutcome {
  readonly name: string
  readonly effect: string
  /** What became of the reply. */
  readonly outcome: 'answered' | 'spoiled' | 'lost' | 'delayed'
  /** Whether the operation took place all the same. */
  readonly happened: boolean
}

/** One request and its answer, without secrets. */
export interface Exchange {
  readonly id: number
  /** Unix milliseconds of the sandbox's clock. */
  readonly startedMs: number
  readonly endedMs: number
  /** Null when no operation took the request. */
  readonly operation: string | null
  readonly userId: number | null
  /** SHA-256 of the API key. */
  readonly keyDigest: string | null
  readonly method: string
  readonly path: string
  readonly query: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string
  /** 0 when there was no answer. */
  readonly status: number
  readonly answerHeaders: Readonly<Record<string, string>>
  readonly answerBody: string
  readonly basis: Basis | 'injected'
  readonly rules: readonly string[]
  readonly hint: string | null
  readonly fault: FaultOutcome | null
  /** Faults that would have met it but for a criterion or two. */
  readonly nearMisses: readonly FaultMiss[]
}

export interface JournalLimits {
  readonly exchanges: number
  readonly bytes: number
}

/** The bounded record of a sandbox's exchanges, oldest first. What no longer fits is dropped, and counted. */
export class Journal {
  readonly #limits: JournalLimits
  #entries: Exchange[] = []
  #first = 0
  #bytes = 0
  #lastId = 0
  #dropped = 0

  constructor(limits: JournalLimits) {
    this.#limits = limits
  }

  /** The number of the next exchange; numbers are never given twice. */
  open(): number {
    return ++this.#lastId
  }

  close(exchange: Exchange): void {
    this.#entries.push(exchange)
    this.#bytes += sizeOf(exchange)
    while (this.#length > this.#limits.exchanges || (this.#bytes > this.#limits.bytes && this.#length > 1))
      this.#dropOldest()
    if (this.#first > 64 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
  }

  get dropped(): number {
    return this.#dropped
  }

  /** By the order in which the exchanges ended. */
  entries(): readonly Exchange[] {
    return this.#entries.slice(this.#first)
  }

  find(id: number): Exchange | undefined {
    return this.entries().find((exchange) => exchange.id === id)
  }

  clear(): void {
    this.#entries = []
    this.#first = 0
    this.#bytes = 0
    this.#dropped = 0
  }

  fork(): Journal {
    const copy = new Journal(this.#limits)
    copy.#entries = [...this.entries()]
    copy.#bytes = this.#bytes
    copy.#lastId = this.#lastId
    copy.#dropped = this.#dropped
    return copy
  }

  get #length(): number {
    return this.#entries.length - this.#first
  }

  #dropOldest(): void {
    const oldest = this.#entries[this.#first]
    if (oldest === undefined) return
    this.#bytes -= sizeOf(oldest)
    this.#first += 1
    this.#dropped += 1
  }
}

/** What keeping an exchange costs, roughly, in bytes. */
const sizeOf = ({ requestBody, answerBody, query, path }: Exchange): number =>
  1000 + requestBody.length + answerBody.length + query.length + path.length
