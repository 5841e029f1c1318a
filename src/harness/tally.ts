import { Coverage, type CoverageReport } from './coverage.ts'
import type { Exchange } from './exchange.ts'
import { type Finding, Found, type Seen } from './found.ts'

/** Coverage and findings of a whole run, over all sandboxes and across resets. */
export class Tally {
  readonly #coverage = new Coverage()
  readonly #found = new Found()

  count(exchange: Exchange, seen: readonly Seen[]): void {
    this.#coverage.count(exchange)
    this.#found.add(seen, exchange)
  }

  report(): { readonly coverage: CoverageReport; readonly findings: readonly Finding[] } {
    return { coverage: this.#coverage.report(), findings: this.#found.list() }
  }
}
