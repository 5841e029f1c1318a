import { putBounded } from '../kernel/put-bounded.ts'
import type { Sandbox } from './sandbox.ts'

/** Names of evicted sandboxes that are remembered: the first response of a new sandbox by that name says that it is one. */
const MAX_EVICTED_NAMES = 10_000

/** Names of dropped sandboxes for which it is remembered how many worlds they had. */
const MAX_DROPPED_NAMES = 10_000

/** The records of sandboxes that are gone. */
export class FormerSandboxes {
  /** How many exchanges each had. */
  readonly #evicted = new Map<string, number>()
  /** Those in which all requests were refused: many of them push out no name of the others. */
  readonly #evictedUnaccepted = new Map<string, number>()
  /** How many worlds began under a name. */
  readonly #starts = new Map<string, number>()

  noteEvicted({ name, world: { journal } }: Sandbox, isUnaccepted: boolean): void {
    const [names, max] = isUnaccepted
      ? [this.#evictedUnaccepted, MAX_EVICTED_NAMES / 10]
      : [this.#evicted, MAX_EVICTED_NAMES]
    names.delete(name)
    putBounded(names, name, journal.begun, max)
  }

  noteDropped({ name, starts }: Sandbox): void {
    putBounded(this.#starts, name, starts, MAX_DROPPED_NAMES)
  }

  startsOf(name: string): number {
    return this.#starts.get(name) ?? 0
  }

  /** How many exchanges an evicted sandbox had; undefined where none of that name was evicted. */
  lostExchanges(name: string): number | undefined {
    return this.#evicted.get(name) ?? this.#evictedUnaccepted.get(name)
  }

  /** The same; from now on the name counts as never evicted. */
  takeEviction(name: string): number | undefined {
    const lost = this.lostExchanges(name)
    this.#evicted.delete(name)
    this.#evictedUnaccepted.delete(name)
    return lost
  }
}
