import type { Cell } from '../../kernel/cell.ts'

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

/** When the last request was accepted, in Unix milliseconds, by operation and key. */
export interface AcceptedTimes {
  readonly actual: ReadonlyMap<string, number>
  /** The same as it would be under the threshold that the contract states, where another one holds. */
  readonly stated: ReadonlyMap<string, number>
  /** By key alone, the latest last, where all operations are counted together. */
  readonly ofAccount: ReadonlyMap<string, readonly number[]>
}

export const NOTHING_ACCEPTED: AcceptedTimes = { actual: new Map(), stated: new Map(), ofAccount: new Map() }

/** Remembers when a key's last request to an operation was accepted. */
export class RateLimiter {
  readonly #config: RateLimitConfig
  readonly #cell: Cell<AcceptedTimes>

  constructor(config: RateLimitConfig, cell: Cell<AcceptedTimes>) {
    this.#config = config
    this.#cell = cell
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
    return [...this.#cell.value.actual].flatMap(([slot, atMs]) => {
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
    return this.#admit('actual', `${operation} ${identity}`, thresholdSeconds, nowMs)
  }

  /** Whether the stated threshold would refuse a request. Of those before, it counts the ones that it would have accepted. */
  isTooSoon(identity: string, operation: string, statedSeconds: number, nowMs: number): boolean {
    return this.#admit('stated', `${operation} ${identity}`, statedSeconds, nowMs) > 0
  }

  /** Accepts a request of a key to any operation, or says how many milliseconds too early it comes. */
  admitAccount(identity: string, requests: number, windowMs: number, nowMs: number): number {
    if (!this.#config.enabled) return 0
    const { ofAccount } = this.#cell.value
    const recent = (ofAccount.get(identity) ?? []).slice(-requests)
    const [oldest] = recent
    if (recent.length === requests && oldest !== undefined && oldest + windowMs > nowMs)
      return oldest + windowMs - nowMs
    this.#cell.value = { ...this.#cell.value, ofAccount: new Map(ofAccount).set(identity, [...recent, nowMs]) }
    return 0
  }

  #admit(by: 'actual' | 'stated', slot: string, thresholdSeconds: number, nowMs: number): number {
    const accepted = this.#cell.value
    const last = accepted[by].get(slot)
    const waitMs = last === undefined ? 0 : last + Math.round(thresholdSeconds * 1000) - nowMs
    if (waitMs > 0) return waitMs
    this.#cell.value = { ...accepted, [by]: new Map(accepted[by]).set(slot, nowMs) }
    return 0
  }
}
