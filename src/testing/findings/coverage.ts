import { strengths, type Support } from '../../kernel/evidence.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { operations, operationsUnder, rules, rulesUnder } from '../../marketplace/routes.ts'
import type { ClosedExchange, Recorder } from '../recorder.ts'

/** Which operations and rules were exercised. What a fault answered proves nothing and is counted apart. */
export class Coverage implements Recorder {
  /** Null where no operation took the request. */
  readonly #operations: Counts
  readonly #rules: Counts
  readonly #injected: Counts

  constructor(operations: Counts = new Map(), rules: Counts = new Map(), injected: Counts = new Map()) {
    this.#operations = operations
    this.#rules = rules
    this.#injected = injected
  }

  closed({ exchange: { operation, rules: applied, basis } }: ClosedExchange): void {
    if (basis === 'injected') count(this.#injected, [operation])
    else {
      count(this.#operations, [operation])
      count(this.#rules, applied)
    }
  }

  fork(): Coverage {
    return new Coverage(new Map(this.#operations), new Map(this.#rules), new Map(this.#injected))
  }

  /** @param inForce the rules for which hits are reported */
  report(inForce: RulesInForce) {
    const hitsOf = this.#rules
    const served = new Set(operationsUnder(inForce))
    const shaping = new Set(rulesUnder(inForce))
    const forms = rules
      .filter((rule) => shaping.has(rule) || hitsOf.has(rule.id))
      .map((rule) => ({ id: rule.id, hits: hitsOf.get(rule.id) ?? 0, form: inForce.of(rule) }))
    const documented = forms
      .filter(({ form }) => form.basis === 'documented')
      .map(({ id, form, hits }) => ({ id, text: form.text, hits }))
    const assumed = forms.flatMap(({ id, form: { text, support }, hits }) =>
      support === undefined ? [] : [{ id, text, hits, ...support }],
    )
    return {
      operations: operations
        .filter((each) => served.has(each) || this.#operations.has(each.id) || this.#injected.has(each.id))
        .map(({ id, method, path }) => ({
          id,
          method,
          path,
          hits: this.#operations.get(id) ?? 0,
          injected: this.#injected.get(id) ?? 0,
        })),
      documented: { ...touched(documented), rules: documented },
      assumed: { ...touchedByStrength(assumed), rules: assumed },
      injected: { answers: [...this.#injected.values()].reduce((sum, answers) => sum + answers, 0) },
      unmatched: { requests: this.#operations.get(null) ?? 0 },
    }
  }
}

type Counts = Map<string | null, number>

function count(counts: Counts, keys: readonly (string | null)[]): void {
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
}

export type CoverageReport = ReturnType<Coverage['report']>

/** How many of a list were hit. */
export const touched = (list: readonly { readonly hits: number }[]) => ({
  total: list.length,
  touched: list.filter(({ hits }) => hits > 0).length,
})

/** The same of assumptions, and by how well they are supported. */
export const touchedByStrength = (list: readonly (Support & { readonly hits: number })[]) => ({
  ...touched(list),
  by_strength: Object.fromEntries(
    strengths.map((each) => [each, touched(list.filter(({ strength }) => strength === each))]),
  ),
})
