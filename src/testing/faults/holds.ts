import { type Clock, isoInstant } from '../../kernel/clock.ts'
import type { Matched } from '../journal/exchange.ts'

/** Thrown where a request is held when its world goes away or its client hangs up. */
export class HoldEndedError extends Error {}

/** A request that a fault holds. */
export interface HeldRequest {
  readonly fault: string
  readonly method: string
  readonly path: string
  /** The instant of the sandbox's clock at which it goes on, ISO 8601; null where it waits until the fault is taken away. */
  readonly until: string | null
}

interface Hold {
  readonly fault: string
  readonly request: Matched
  readonly until: string | null
  readonly goOn: () => void
  readonly end: () => void
}

/** What a held request needs from whoever holds it. */
export interface Holding {
  readonly fault: string
  readonly clock: Clock
  /** Milliseconds of the clock; undefined is for ever. */
  readonly forMs: number | undefined
  /** One sentence for the receipt of an advance. */
  readonly text: string
  /** Resolves when the request rests again: it is over, or held anew. */
  readonly rested: () => Promise<void>
  readonly request: Matched
  /** Tells that the client is gone. */
  readonly signal: AbortSignal
}

/** The requests of a sandbox that a fault delays or leaves hanging. */
export class Holds {
  readonly #holds = new Set<Hold>()
  #isClosed = false

  get size(): number {
    return this.#holds.size
  }

  /** What was asked and is not answered yet. */
  requests(): readonly Matched[] {
    return [...this.#holds].map(({ request }) => request)
  }

  /** The same, as it is shown. */
  list(): readonly HeldRequest[] {
    return [...this.#holds].map(({ fault, request: { method, path }, until }) => ({ fault, method, path, until }))
  }

  /**
   * Waits on the sandbox's clock, or until the fault is taken away.
   * @throws HoldEndedError when the world is reset or the client hangs up
   */
  async wait({ fault, clock, forMs, text, rested, request, signal }: Holding): Promise<void> {
    let cancel: (() => void) | undefined
    let letGo: (() => void) | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        const end = (): void => reject(new HoldEndedError('the request is no longer held'))
        const until = forMs === undefined ? null : isoInstant(clock.nowMs + forMs)
        const hold: Hold = { fault, request, until, goOn: resolve, end }
        this.#holds.add(hold)
        signal.addEventListener('abort', end)
        letGo = () => {
          this.#holds.delete(hold)
          signal.removeEventListener('abort', end)
        }
        if (signal.aborted || this.#isClosed) end()
        const wake = (): Promise<void> => {
          resolve()
          return rested()
        }
        if (forMs !== undefined) cancel = clock.schedule(forMs, text, wake)
      })
    } finally {
      cancel?.()
      letGo?.()
    }
  }

  /** Lets go on what a fault holds. */
  release(fault: string): void {
    for (const hold of this.#holds) if (hold.fault === fault) hold.goOn()
  }

  /** Ends everything that is held, and all that would be: it gets no answer. */
  close(): void {
    this.#isClosed = true
    for (const hold of this.#holds) hold.end()
  }
}
