import { derived } from './derived.ts'
import { type Basis, type Rule, withFoundations } from './rule.ts'

const foundations = derived(withFoundations)

/** Which rules shaped one answer, and what the simulator knows better than the client. */
export class Trace {
  readonly #declared: ReadonlySet<Rule>
  readonly #applied = new Set<Rule>()
  hint: string | undefined
  /** Names of body fields that nobody reads. */
  unread: readonly string[] = []

  /** @param declared the rules of the operation; applying any other is a defect of the simulator. */
  constructor(declared: ReadonlySet<Rule>) {
    this.#declared = declared
  }

  apply(rule: Rule): void {
    for (const each of foundations(rule)) {
      if (!this.#declared.has(each)) throw new Error(`rule ${each.id} is not declared by this operation`)
      this.#applied.add(each)
    }
  }

  get rules(): readonly Rule[] {
    return [...this.#applied]
  }

  get basis(): Basis {
    for (const rule of this.#applied) if (rule.basis === 'assumed') return 'assumed'
    return 'documented'
  }
}
