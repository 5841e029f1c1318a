import type { Clock } from '../../kernel/clock.ts'
import { putBounded } from '../../kernel/put-bounded.ts'
import { operations } from '../../marketplace/routes.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { RateLimitConfig } from '../rate-limit/rate-limiter.ts'

/** Clients of a sandbox, by operation and key, of which something is remembered. */
export const MAX_CLIENTS = 500

/** An operation whose clients may come sooner here than the contract states. */
interface MonitoredOperation {
  readonly statedSeconds: number
  /** By key: when the last request came that the stated threshold lets through. */
  readonly lastMs: Map<string, number>
}

const stated = operations.flatMap(({ id, limit }) =>
  limit === undefined ? [] : [{ id, statedSeconds: limit.thresholdSeconds }],
)

/** Tells which requests come sooner than the contract allows, where a sandbox accepts them all the same. */
export class PollingMonitor {
  readonly #config: RateLimitConfig
  readonly #clock: Clock
  /** By the id of the operation. */
  readonly #monitored: ReadonlyMap<string | null, MonitoredOperation>

  constructor(config: RateLimitConfig, clock: Clock) {
    this.#config = config
    this.#clock = clock
    this.#monitored = new Map(
      stated
        .filter(({ id, statedSeconds }) => !config.enabled || (config.thresholds[id] ?? statedSeconds) < statedSeconds)
        .map(({ id, statedSeconds }) => [id, { statedSeconds, lastMs: new Map<string, number>() }]),
    )
  }

  /** The stated threshold in seconds, where a request was accepted sooner. */
  belowThreshold({ operation, userId, keyDigest, status, startedMs }: Exchange): number | undefined {
    const monitored = this.#monitored.get(operation)
    if (monitored === undefined || userId === null || keyDigest === null || status === 429) return undefined
    const last = monitored.lastMs.get(keyDigest)
    // A request that a fault held is looked at late: it may have come before the last one.
    const apartMs = last === undefined ? Infinity : Math.abs(startedMs - last)
    if (apartMs >= Math.round(monitored.statedSeconds * 1000)) {
      putBounded(monitored.lastMs, keyDigest, Math.max(startedMs, last ?? startedMs), MAX_CLIENTS)
      return undefined
    }
    // No time passes under a frozen clock: two requests at one instant do not show how often the client polls.
    return apartMs === 0 && this.#clock.stands ? undefined : monitored.statedSeconds
  }

  /** @param clock the copy's own */
  fork(clock: Clock): PollingMonitor {
    const copy = new PollingMonitor(this.#config, clock)
    for (const [operation, { lastMs }] of this.#monitored)
      for (const [key, atMs] of lastMs) copy.#monitored.get(operation)?.lastMs.set(key, atMs)
    return copy
  }
}
