import type { Counted } from './exchange.ts'

/** How often faults and stubs counted some requests, for the counters as they were before. */
export class Uncounting {
  readonly #matched = new Map<object, number>()
  readonly #fired = new Map<object, number>()

  constructor(requests: readonly Counted[]) {
    for (const { matched, fired } of requests) {
      for (const each of matched) this.#matched.set(each, this.matched(each) + 1)
      for (const each of fired) this.#fired.set(each, this.fired(each) + 1)
    }
  }

  matched(loaded: object): number {
    return this.#matched.get(loaded) ?? 0
  }

  fired(loaded: object): number {
    return this.#fired.get(loaded) ?? 0
  }
}
