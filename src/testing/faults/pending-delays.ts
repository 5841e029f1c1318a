import { type Clock, isoInstant } from '../../kernel/clock.ts'
import type { Matched } from '../journal/exchange.ts'

/** Thrown to a held request when its world is replaced or its client hangs up. */
export class DelayEndedError extends Error {}

/** A request that a fault holds. */
export interface HeldRequest {
  readonly fault: string
  readonly method: string
  readonly path: string
  /** The instant of the sandbox's clock at which it goes on, ISO 8601; null where it waits until the fault is taken away. */
  readonly until: string | null
}

interface PendingDelay {
  readonly fault: string
  readonly request: Matched
  readonly until: string | null
  readonly goOn: () => void
  readonly end: () => void
}

/** How a request is held. */
export interface DelayOptions {
  readonly fault: string
  readonly clock: Clock
  /** Milliseconds of the clock; undefined is for ever. */
  readonly forMs: number | undefined
  /** One sentence for the receipt of an advance. */
  readonly text: string
  /** Resolves when nothing of the request runs any more: it is over, or held by the next delay. */
  readonly idle: () => Promise<void>
  readonly request: Matched
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
}

/** The requests of a sandbox that a fault delays or leaves hanging, until the clock or a release lets them go on. */
export class PendingDelays {
  readonly #delays = new Set<PendingDelay>()
  #isClosed = false

  get size(): number {
    return this.#delays.size
  }

  /** The held requests. */
  requests(): readonly Matched[] {
    return [...this.#delays].map(({ request }) => request)
  }

  /** The same, as the control API shows them. */
  list(): readonly HeldRequest[] {
    return [...this.#delays].map(({ fault, request: { method, path }, until }) => ({ fault, method, path, until }))
  }

  /**
   * Waits on the sandbox's clock, or until the fault is taken away.
   * @throws HoldEndedError when the world is reset or the client hangs up
   */
  async wait({ fault, clock, forMs, text, idle, request, signal }: DelayOptions): Promise<void> {
    let cancel: (() => void) | undefined
    let letGo: (() => void) | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        const end = (): void => reject(new DelayEndedError('the request is no longer held'))
        const until = forMs === undefined ? null : isoInstant(clock.nowMs + forMs)
        const delay: PendingDelay = { fault, request, until, goOn: resolve, end }
        this.#delays.add(delay)
        signal.addEventListener('abort', end)
        letGo = () => {
          this.#delays.delete(delay)
          signal.removeEventListener('abort', end)
        }
        if (signal.aborted || this.#isClosed) end()
        const wake = (): Promise<void> => {
          resolve()
          return idle()
        }
        if (forMs !== undefined) cancel = clock.schedule(forMs, text, wake)
      })
    } finally {
      cancel?.()
      letGo?.()
    }
  }

  /** Ends the delays of a fault: its requests go on. */
  release(fault: string): void {
    for (const delay of this.#delays) if (delay.fault === fault) delay.goOn()
  }

  /** Ends all delays, and any that begin later: the requests get no response. */
  close(): void {
    this.#isClosed = true
    for (const delay of this.#delays) delay.end()
  }
}
