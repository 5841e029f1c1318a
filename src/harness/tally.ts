import { Coverage, type CoverageReport } from './coverage.ts'
import type { Exchange } from './exchange.ts'
import type { CountedFault } from './faults/faults.ts'
import { silentFaults } from './findings.ts'
import { type Finding, Found, type Seen } from './found.ts'

/** Coverage and findings of a whole run, over all sandboxes and across resets. */
export class Tally {
  readonly #coverage = new Coverage()
  readonly #found = new Found()
  readonly #faults = new Map<string, CountedFault>()

  /** Exchanges are numbered in their sandbox. */
  count(exchange: Exchange, seen: readonly Seen[], sandbox: string): void {
    this.#coverage.count(exchange)
    this.#found.add(seen, exchange, sandbox)
  }

  /** Takes over the faults of a world that is left. One that must fire need not do so in every world. */
  leave(faults: readonly CountedFault[], scenario: string | undefined): void {
    for (const { fault, matched, fired } of faults) {
      const key = `${scenario} ${fault.name}`
      const earlier = this.#faults.get(key) ?? { matched: 0, fired: 0 }
      this.#faults.set(key, { fault, matched: earlier.matched + matched, fired: earlier.fired + fired })
    }
  }

  report(): { readonly coverage: CoverageReport; readonly findings: readonly Finding[] } {
    const silent = silentFaults([...this.#faults.values()])
    return { coverage: this.#coverage.report(), findings: [...this.#found.list(), ...silent] }
  }
}
