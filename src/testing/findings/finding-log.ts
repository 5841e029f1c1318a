import { type Finding, MAX_OF_A_KIND } from './finding.ts'

interface Entry {
  readonly finding: Finding
  /** Lower is earlier in the run. */
  readonly order: number
}

/** Findings: equal ones once, with their number and the place of the first. */
export class FindingLog {
  readonly #byKey: Map<string, Entry>

  constructor(byKey: ReadonlyMap<string, Entry> = new Map()) {
    this.#byKey = new Map(byKey)
  }

  /** @param order tells which of two is the first; of equals it is the one that was added first */
  add(finding: Finding, order = 0): void {
    const key = `${finding.kind} ${finding.operation} ${finding.text}`
    const known = this.#byKey.get(key)
    if (known === undefined) {
      if (this.#countOf(finding.kind) < MAX_OF_A_KIND) this.#byKey.set(key, { finding, order })
      return
    }
    const first = known.order <= order ? known : { finding, order }
    const times = known.finding.times + finding.times
    this.#byKey.set(key, { order: first.order, finding: { ...first.finding, times } })
  }

  /** The earliest first. */
  entries(): readonly Entry[] {
    return [...this.#byKey.values()].toSorted((a, b) => a.order - b.order)
  }

  list(): readonly Finding[] {
    return this.entries().map(({ finding }) => finding)
  }

  fork(): FindingLog {
    return new FindingLog(this.#byKey)
  }

  #countOf(kind: Finding['kind']): number {
    let count = 0
    for (const { finding } of this.#byKey.values()) if (finding.kind === kind) count += 1
    return count
  }
}
