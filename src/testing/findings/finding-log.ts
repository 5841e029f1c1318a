import { type Finding, MAX_OF_A_KIND } from './finding.ts'

interface Entry {
  /** The first of equal ones, with their number. */
  readonly finding: Finding
  /** Lower is earlier in the run. */
  readonly order: number
}

/** Findings: equal ones once, with their number and the place of the first. */
export class FindingLog {
  readonly #entries: Map<string, Entry>

  constructor(entries: ReadonlyMap<string, Entry> = new Map()) {
    this.#entries = new Map(entries)
  }

  /** @param order tells which of two is the first; of equals it is the one that was added first */
  add(finding: Finding, order = 0): void {
    const key = JSON.stringify([finding.kind, finding.operation, finding.text])
    const known = this.#entries.get(key)
    if (known === undefined && this.list().filter(({ kind }) => kind === finding.kind).length >= MAX_OF_A_KIND) return
    const first = known === undefined || order < known.order ? { finding, order } : known
    const times = finding.times + (known?.finding.times ?? 0)
    this.#entries.set(key, { ...first, finding: { ...first.finding, times } })
  }

  /** The earliest first. */
  entries(): readonly Entry[] {
    return [...this.#entries.values()].toSorted((a, b) => a.order - b.order)
  }

  list(): readonly Finding[] {
    return this.entries().map(({ finding }) => finding)
  }

  fork(): FindingLog {
    return new FindingLog(this.#entries)
  }
}
