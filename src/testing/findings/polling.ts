import type { Clock } from '../../kernel/clock.ts'
import { putBounded } from '../../kernel/put-bounded.ts'
import { operations } from '../../marketplace/routes.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { RateLimitConfig } from '../rate-limit/rate-limiter.ts'

/** Clients of a sandbox, by operation and key, of which something is remembered. */
export const MAX_CLIENTS = 500

/** What the contract states, in seconds, by the id of the operation. */
const stated: ReadonlyMap<string | null, number> = new Map(
  operations.flatMap(({ id, limit }) => (limit === undefined ? [] : [[id, limit.value] as const])),
)

/** Tells which requests come sooner than the contract allows, where a sandbox accepts them all the same. */
export class PollingMonitor {
  readonly #config: RateLimitConfig
  readonly #clock: Clock
  /** By operation and key: when the last request came that the stated threshold lets through. */
  readonly #lastMs: Map<string, number>

  constructor(config: RateLimitConfig, clock: Clock, lastMs: ReadonlyMap<string, number> = new Map()) {
    this.#config = config
    this.#clock = clock
    this.#lastMs = new Map(lastMs)
  }

  /** The stated threshold in seconds, where a request was accepted sooner. */
  belowThreshold({ operation, userId, keyDigest, status, startedMs }: Exchange): number | undefined {
    const statedSeconds = stated.get(operation)
    if (statedSeconds === undefined || userId === null || keyDigest === null || status === 429) return undefined
    const { enabled, thresholds } = this.#config
    if (enabled && (thresholds[operation ?? ''] ?? statedSeconds) >= statedSeconds) return undefined
    const client = `${operation} ${keyDigest}`
    const last = this.#lastMs.get(client)
    // A request that a fault held is looked at late: it may have come before the last one.
    const apartMs = last === undefined ? Infinity : Math.abs(startedMs - last)
    if (apartMs >= Math.round(statedSeconds * 1000)) {
      putBounded(this.#lastMs, client, Math.max(startedMs, last ?? startedMs), MAX_CLIENTS)
      return undefined
    }
    // No time passes under a frozen clock: two requests at one instant do not show how often the client polls.
    return apartMs === 0 && this.#clock.stands ? undefined : statedSeconds
  }

  /** @param clock the copy's own */
  fork(clock: Clock): PollingMonitor {
    return new PollingMonitor(this.#config, clock, this.#lastMs)
  }
}
