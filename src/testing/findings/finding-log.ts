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
  /** In the order in which they were added first. */
  readonly #counted: Counted[] = []
  /** Few share a text, and a text that a detector repeats costs less to look up than one that is put together. */
  readonly #byText = new Map<string, Counted[]>()

  /** @param order tells which of two is the first; of equals it is the one that was added first */
  add(finding: Finding, order = 0): void {
    const alike = this.#byText.get(finding.text)
    const known = alike?.find(({ first }) => first.kind === finding.kind && first.operation === finding.operation)
    if (known === undefined) {
      if (this.#countOf(finding.kind) < MAX_OF_A_KIND) this.#keep({ first: finding, order, times: finding.times })
      return
    }
    if (order < known.order) Object.assign(known, { first: finding, order })
    known.times += finding.times
  }

  /** The earliest first. */
  entries(): readonly Entry[] {
    return this.#counted
      .toSorted((a, b) => a.order - b.order)
      .map(({ first, order, times }) => ({ finding: { ...first, times }, order }))
  }

  list(): readonly Finding[] {
    return this.entries().map(({ finding }) => finding)
  }

  fork(): FindingLog {
    const copy = new FindingLog()
    for (const counted of this.#counted) copy.#keep({ ...counted })
    return copy
  }

  #keep(counted: Counted): void {
    const { text } = counted.first
    const alike = this.#byText.get(text)
    if (alike === undefined) this.#byText.set(text, [counted])
    else alike.push(counted)
    this.#counted.push(counted)
  }

  #countOf(kind: Finding['kind']): number {
    return this.#counted.filter(({ first }) => first.kind === kind).length
  }
}
