import type { Clock } from '../../kernel/clock.ts'
import { operations } from '../../marketplace/routes.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { RateLimitConfig } from '../rate-limit/rate-limiter.ts'

/** Clients of a sandbox, by operation and key, of which something is remembered. */
export const MAX_CLIENTS = 500

interface Lax {
  readonly statedSeconds: number
  /** By key: when the last request came that the stated threshold lets through. */
  readonly lastMs: Map<string, number>
}

const stated = operations.flatMap(({ id, limit }) =>
  limit === undefined ? [] : [{ id, statedSeconds: limit.thresholdSeconds }],
)

/** How fast clients ask where a sandbox accepts what comes sooner than the contract states. */
export class Pace {
  readonly #config: RateLimitConfig
  readonly #clock: Clock
  /** The operations that do, by id. */
  readonly #lax: ReadonlyMap<string | null, Lax>

  constructor(config: RateLimitConfig, clock: Clock) {
    this.#config = config
    this.#clock = clock
    this.#lax = new Map(
      stated
        .filter(({ id, statedSeconds }) => !config.enabled || (config.thresholds[id] ?? statedSeconds) < statedSeconds)
        .map(({ id, statedSeconds }) => [id, { statedSeconds, lastMs: new Map<string, number>() }]),
    )
  }

  /** The stated threshold in seconds, where a request was accepted sooner. */
  undercut({ operation, userId, keyDigest, status, startedMs }: Exchange): number | undefined {
    const lax = this.#lax.get(operation)
    if (lax === undefined || userId === null || keyDigest === null || status === 429) return undefined
    const last = lax.lastMs.get(keyDigest)
    // One that a fault held may have come before the last.
    const apartMs = last === undefined ? Infinity : Math.abs(startedMs - last)
    if (apartMs >= Math.round(lax.statedSeconds * 1000)) {
      remember(lax.lastMs, keyDigest, Math.max(startedMs, last ?? startedMs))
      return undefined
    }
    // No time passes under a frozen clock: two requests at one instant say nothing of a pace.
    return apartMs === 0 && this.#clock.stands ? undefined : lax.statedSeconds
  }

  /** @param clock the copy's own */
  fork(clock: Clock): Pace {
    const copy = new Pace(this.#config, clock)
    for (const [operation, { lastMs }] of this.#lax)
      for (const [key, atMs] of lastMs) copy.#lax.get(operation)?.lastMs.set(key, atMs)
    return copy
  }
}

function remember(lastMs: Map<string, number>, key: string, atMs: number): void {
  lastMs.set(key, atMs)
  if (lastMs.size <= MAX_CLIENTS) return
  const [oldest] = lastMs.keys()
  if (oldest !== undefined) lastMs.delete(oldest)
}
