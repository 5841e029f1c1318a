import { z } from 'zod'
import { type Clock, isoInstant } from '../../kernel/clock.ts'
import { type InputOf, strictObject } from '../../kernel/wire.ts'
import type { Matched } from '../journal/match.ts'

/** Thrown to a held request when its world is replaced or its client hangs up. */
export class DelayEndedError extends Error {}

export const heldRequest = strictObject({
  exchange: z.int(),
  fault: z.string(),
  method: z.string(),
  path: z.string(),
  until: z.iso.datetime().nullable().describe('Null where it waits until the fault is taken away.'),
})

/** A request that a fault holds, until an instant of the sandbox's clock. */
export type HeldRequest = InputOf<typeof heldRequest>

/** The same with the whole request. */
export interface PendingDelay extends HeldRequest {
  readonly request: Matched
  /** When the hold began, in Unix milliseconds of the sandbox's clock. */
  readonly sinceMs: number
  readonly goOn: () => void
  readonly end: () => void
}

/** How a request is held. */
interface DelayOptions {
  readonly exchange: number
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
  readonly #onHeld: (held: number) => void
  #isClosed = false

  /** @param onHeld called with the number of held requests, whenever it changes */
  constructor(onHeld: (held: number) => void = () => undefined) {
    this.#onHeld = onHeld
  }

  get size(): number {
    return this.#delays.size
  }

  /** The holds, in the order in which they began. */
  pending(): readonly PendingDelay[] {
    return [...this.#delays]
  }

  /** The same, as the control API shows them. */
  list(): readonly HeldRequest[] {
    return this.pending().map(({ exchange, fault, method, path, until }) => ({ exchange, fault, method, path, until }))
  }

  /**
   * Waits on the sandbox's clock, or until the fault is taken away.
   * @throws DelayEndedError when the world is reset or the client hangs up
   */
  async wait({ exchange, fault, clock, forMs, text, idle, request, signal }: DelayOptions): Promise<void> {
    let cancel: (() => void) | undefined
    let letGo: (() => void) | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        const end = (): void => reject(new DelayEndedError('the request is no longer held'))
        const until = forMs === undefined ? null : isoInstant(clock.nowMs + forMs)
        const { method, path } = request
        const sinceMs = clock.nowMs
        const delay: PendingDelay = { exchange, fault, method, path, until, request, sinceMs, goOn: resolve, end }
        this.#delays.add(delay)
        this.#onHeld(this.size)
        signal.addEventListener('abort', end)
        letGo = () => {
          this.#delays.delete(delay)
          this.#onHeld(this.size)
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

  /** Ends the delay of one exchange. False when it is not held. */
  releaseExchange(id: number): boolean {
    const held = this.pending().filter(({ exchange }) => exchange === id)
    for (const delay of held) delay.goOn()
    return held.length > 0
  }

  /** Ends all delays, and any that begin later: the requests get no response. */
  close(): void {
    this.#isClosed = true
    for (const delay of this.#delays) delay.end()
  }
}
