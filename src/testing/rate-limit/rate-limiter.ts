/** Minimum intervals in seconds by operation id; they replace what the contract states. */
export interface RateLimitConfig {
  readonly enabled: boolean
  readonly thresholds: Readonly<Record<string, number>>
}

/** A key (`identity`) that has to wait with an operation until an instant (Unix milliseconds). */
export interface RateWindow {
  readonly operation: string
  readonly identity: string
  readonly thresholdSeconds: number
  readonly untilMs: number
}

/** The threshold that a refusal names where neither a test nor the contract sets one, in seconds. */
const DEFAULT_THRESHOLD_SECONDS = 2

/** What an interval runs for. */
export const slotOf = (operation: string, identity: string): string => `${operation} ${identity}`

/** Remembers when a key's last request to an operation was accepted. */
export class RateLimiter {
  readonly #config: RateLimitConfig
  readonly #acceptedMs = new Map<string, number>()
  /** The same as it would be under the threshold that the contract states, where another one holds. */
  readonly #statedMs = new Map<string, number>()

  constructor(config: RateLimitConfig) {
    this.#config = config
  }

  fork(): RateLimiter {
    const copy = new RateLimiter(this.#config)
    for (const [slot, atMs] of this.#acceptedMs) copy.#acceptedMs.set(slot, atMs)
    for (const [slot, atMs] of this.#statedMs) copy.#statedMs.set(slot, atMs)
    return copy
  }

  /**
   * As it was at an instant (Unix milliseconds), before some requests.
   * @param last when the last one before them was accepted, in Unix milliseconds, by slot
   * @param lastStated when the stated threshold would have accepted the last one
   */
  before(nowMs: number, last: Instants, lastStated: Instants): RateLimiter {
    const copy = new RateLimiter(this.#config)
    copyBefore(nowMs, this.#acceptedMs, last, copy.#acceptedMs)
    copyBefore(nowMs, this.#statedMs, lastStated, copy.#statedMs)
    return copy
  }

  /** Seconds, or undefined where nothing is limited. */
  thresholdOf(operation: string, statedSeconds: number | undefined): number | undefined {
    return this.#config.enabled ? (this.#config.thresholds[operation] ?? statedSeconds) : undefined
  }

  /** The threshold in seconds that a refusal names, on or off; a zero, which lifts the limit, refuses nothing. */
  namedFor(operation: string, statedSeconds: number | undefined): number {
    return this.#config.thresholds[operation] || (statedSeconds ?? DEFAULT_THRESHOLD_SECONDS)
  }

  /**
   * The intervals that have not run out, by operation and identity.
   * @param statedSeconds what the contract states for an operation
   */
  windows(nowMs: number, statedSeconds: (operation: string) => number | undefined): readonly RateWindow[] {
    return [...this.#acceptedMs].flatMap(([slot, atMs]) => {
      const [operation = '', identity = ''] = slot.split(' ')
      const thresholdSeconds = this.thresholdOf(operation, statedSeconds(operation)) ?? 0
      const untilMs = atMs + Math.round(thresholdSeconds * 1000)
      return untilMs > nowMs ? [{ operation, identity, thresholdSeconds, untilMs }] : []
    })
  }

  /**
   * Accepts a request, or says how many milliseconds too early it comes.
   * A refused request does not restart the interval; exactly one interval later is accepted.
   */
  admit(identity: string, operation: string, thresholdSeconds: number, nowMs: number): number {
    return admitTo(this.#acceptedMs, slotOf(operation, identity), thresholdSeconds, nowMs)
  }

  /** Whether the stated threshold would refuse a request. Of those before, it counts the ones that it would have accepted. */
  isTooSoon(identity: string, operation: string, statedSeconds: number, nowMs: number): boolean {
    return admitTo(this.#statedMs, slotOf(operation, identity), statedSeconds, nowMs) > 0
  }
}

type Instants = ReadonlyMap<string, number | undefined>

function copyBefore(nowMs: number, from: Instants, last: Instants, to: Map<string, number>): void {
  for (const [slot, acceptedMs] of from) {
    const atMs = last.has(slot) ? last.get(slot) : acceptedMs
    if (atMs !== undefined && atMs <= nowMs) to.set(slot, atMs)
  }
}

function admitTo(accepted: Map<string, number>, slot: string, thresholdSeconds: number, nowMs: number): number {
  const last = accepted.get(slot)
  const waitMs = last === undefined ? 0 : last + Math.round(thresholdSeconds * 1000) - nowMs
  if (waitMs > 0) return waitMs
  accepted.set(slot, nowMs)
  return 0
}
