import { operations, rules } from '../resources/registry.ts'
import type { Exchange } from './exchange.ts'

/** Which operations and rules were exercised. What a fault answered proves nothing and is counted apart. */
export class Coverage {
  readonly #operations = new Map<string, number>()
  readonly #rules = new Map<string, number>()
  #injected = 0
  #unmatched = 0

  count({ operation, rules: applied, basis }: Exchange): void {
    if (basis === 'injected') {
      this.#injected += 1
      return
    }
    if (operation === null) this.#unmatched += 1
    else this.#operations.set(operation, (this.#operations.get(operation) ?? 0) + 1)
    for (const rule of applied) this.#rules.set(rule, (this.#rules.get(rule) ?? 0) + 1)
  }

  fork(): Coverage {
    const copy = new Coverage()
    for (const [id, hits] of this.#operations) copy.#operations.set(id, hits)
    for (const [id, hits] of this.#rules) copy.#rules.set(id, hits)
    copy.#injected = this.#injected
    copy.#unmatched = this.#unmatched
    return copy
  }

  report() {
    const of = (basis: string) =>
      rules.filter((rule) => rule.basis === basis).map(({ id, text }) => ({ id, text, hits: this.#rules.get(id) ?? 0 }))
    const documented = of('documented')
    const assumed = of('assumed')
    return {
      operations: operations.map(({ id, method, path }) => ({ id, method, path, hits: this.#operations.get(id) ?? 0 })),
      documented: { ...touched(documented), rules: documented },
      assumed: { ...touched(assumed), rules: assumed },
      injected: { answers: this.#injected },
      unmatched: { requests: this.#unmatched },
    }
  }
}

export type CoverageReport = ReturnType<Coverage['report']>

const touched = (list: readonly { readonly hits: number }[]) => ({
  total: list.length,
  touched: list.filter(({ hits }) => hits > 0).length,
})
