import type { ClosedExchange, Recorder } from '../../testing/recorder.ts'

type Counts<Key> = Map<Key, number>

/** Exchanges that ended alike. */
export interface CountedExchanges {
  /** Empty where no operation took them. */
  readonly operation: string
  /** 0 where no answer arrived. */
  readonly status: number
  readonly basis: string
  readonly times: number
}

/** Counts what all sandboxes of a server do: those that are gone too, and across resets. No number of it ever falls. */
export class RunCounts implements Recorder {
  /** By operation, basis and status. */
  readonly #exchanges = new Map<string | null, Map<string, Counts<number>>>()
  /** Faults that fired, by what they did. */
  readonly faults: Counts<string> = new Map()
  /** By kind; those that a test expects, too. */
  readonly findings: Counts<string> = new Map()

  closed({ exchange: { operation, basis, status, fault, observations } }: ClosedExchange): void {
    const byBasis = this.#exchanges.get(operation) ?? new Map<string, Counts<number>>()
    if (byBasis.size === 0) this.#exchanges.set(operation, byBasis)
    const byStatus = byBasis.get(basis) ?? new Map<number, number>()
    if (byStatus.size === 0) byBasis.set(basis, byStatus)
    addOne(byStatus, status)
    if (fault !== null) addOne(this.faults, fault.effect)
    for (const { kind } of observations) addOne(this.findings, kind)
  }

  exchanges(): readonly CountedExchanges[] {
    return [...this.#exchanges].flatMap(([operation, byBasis]) =>
      [...byBasis].flatMap(([basis, byStatus]) =>
        [...byStatus].map(([status, times]) => ({ operation: operation ?? '', status, basis, times })),
      ),
    )
  }

  /** It counts for all worlds. */
  fork(): this {
    return this
  }
}

function addOne<Key>(counts: Counts<Key>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
