import type { Exchange } from '../journal/exchange.ts'

export const findingKinds = [
  'env-as-object',
  'unread-env',
  'template-id-at-creation',
  'unread-field',
  'retry-inside-window',
  'polling-faster-than-threshold',
  'create-repeated-after-lost-reply',
  'stale-hash-id',
  'secret-in-url',
  'unmatched-request',
  'answer-rests-on-assumption',
  'fault-never-fired',
  'world-evicted',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** Something a client did that works here, or fails here, but should worry its team. */
export interface Finding {
  readonly kind: FindingKind
  readonly operation: string | null
  readonly text: string
  readonly advice: string
  /** How often, and the first exchange that shows it. */
  readonly times: number
  readonly exchange: number
  /** Where that was, in a report on several sandboxes. */
  readonly sandbox?: string
  /** Where a test provokes it on purpose, and has said so. */
  readonly expected?: true
}

/** A finding about one exchange, before equal ones are counted together. */
export type Seen = Pick<Finding, 'kind' | 'text' | 'advice'>

/** How many different findings of one kind are kept. */
export const MAX_OF_A_KIND = 50

/** Findings: equal ones once, with their number. */
export class Found {
  readonly #found: Map<string, Finding>

  constructor(found: ReadonlyMap<string, Finding> = new Map()) {
    this.#found = new Map(found)
  }

  add(seen: readonly Seen[], { operation, id }: Pick<Exchange, 'operation' | 'id'>): void {
    for (const each of seen) {
      const key = `${each.kind} ${operation} ${each.text}`
      const known = this.#found.get(key)
      if (known !== undefined) this.#found.set(key, { ...known, times: known.times + 1 })
      else if (this.#countOf(each.kind) < MAX_OF_A_KIND)
        this.#found.set(key, { ...each, operation, times: 1, exchange: id })
    }
  }

  list(): readonly Finding[] {
    return [...this.#found.values()]
  }

  fork(): Found {
    return new Found(this.#found)
  }

  #countOf(kind: Finding['kind']): number {
    return this.list().filter((finding) => finding.kind === kind).length
  }
}
