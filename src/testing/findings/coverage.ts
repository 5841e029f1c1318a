import { strengths, type Support } from '../../kernel/evidence.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { operations, operationsUnder, rules, rulesUnder } from '../../marketplace/routes.ts'
import type { ClosedExchange, Recorder } from '../recorder.ts'

/** Which operations and rules were exercised. What a fault answered proves nothing and is counted apart. */
export class Coverage implements Recorder {
  readonly #operations = new Map<string, number>()
  readonly #rules = new Map<string, number>()
  readonly #injected = new Map<string | null, number>()
  #unmatched = 0

  closed({ exchange: { operation, rules: applied, basis } }: ClosedExchange): void {
    if (basis === 'injected') {
      count(this.#injected, [operation])
      return
    }
    if (operation === null) this.#unmatched += 1
    else count(this.#operations, [operation])
    count(this.#rules, applied)
  }

  fork(): Coverage {
    const copy = new Coverage()
    for (const [id, hits] of this.#operations) copy.#operations.set(id, hits)
    for (const [id, hits] of this.#rules) copy.#rules.set(id, hits)
    for (const [id, answers] of this.#injected) copy.#injected.set(id, answers)
    copy.#unmatched = this.#unmatched
    return copy
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
      unmatched: { requests: this.#unmatched },
    }
  }
}

function count<Key>(counts: Map<Key, number>, keys: readonly Key[]): void {
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
