import { type Finding, MAX_OF_A_KIND } from './finding.ts'

interface Entry {
  readonly finding: Finding
  /** Lower is earlier in the run. */
  readonly order: number
}

/** Equal findings, counted in place: a client that repeats its mistake makes no object for each. */
interface Counted {
  first: Finding
  order: number
  times: number
}

/** Findings: equal ones once, with their number and the place of the first. */
export class FindingLog {
  readonly #byKey = new Map<string, Counted>()

  /** @param order tells which of two is the first; of equals it is the one that was added first */
  add(finding: Finding, order = 0): void {
    const key = `${finding.kind} ${finding.operation} ${finding.text}`
    const known = this.#byKey.get(key)
    if (known === undefined) {
      if (this.#countOf(finding.kind) < MAX_OF_A_KIND)
        this.#byKey.set(key, { first: finding, order, times: finding.times })
      return
    }
    if (order < known.order) Object.assign(known, { first: finding, order })
    known.times += finding.times
  }

  /** The earliest first. */
  entries(): readonly Entry[] {
    return [...this.#byKey.values()]
      .toSorted((a, b) => a.order - b.order)
      .map(({ first, order, times }) => ({ finding: { ...first, times }, order }))
  }

  list(): readonly Finding[] {
    return this.entries().map(({ finding }) => finding)
  }

  fork(): FindingLog {
    const copy = new FindingLog()
    for (const [key, counted] of this.#byKey) copy.#byKey.set(key, { ...counted })
    return copy
  }

  #countOf(kind: Finding['kind']): number {
    let count = 0
    for (const { first } of this.#byKey.values()) if (first.kind === kind) count += 1
    return count
  }
}
