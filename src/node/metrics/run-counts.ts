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
  /** By what they have in common. */
  readonly #exchanges = new Map<string, CountedExchanges>()
  /** Faults that fired, by what they did. */
  readonly faults: Counts<string> = new Map()
  /** By kind; those that a test expects, too. */
  readonly findings: Counts<string> = new Map()

  closed({ exchange: { operation, basis, status, fault, observations } }: ClosedExchange): void {
    const key = `${operation} ${basis} ${status}`
    const { times } = this.#exchanges.get(key) ?? { times: 0 }
    this.#exchanges.set(key, { operation: operation ?? '', status, basis, times: times + 1 })
    if (fault !== null) addOne(this.faults, fault.effect)
    for (const { kind } of observations) addOne(this.findings, kind)
  }

  exchanges(): readonly CountedExchanges[] {
    return [...this.#exchanges.values()]
  }

  /** It counts for all worlds. */
  fork(): this {
    return this
  }
}

function addOne<Key>(counts: Counts<Key>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
