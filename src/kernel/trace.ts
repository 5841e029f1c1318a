import { memoizeByObject } from './memoize-by-object.ts'
import { type Basis, type Rule, withFoundations } from './rule.ts'

/** Which rules shaped one answer, and hints for the client. */
export class Trace {
  #applied: Applied
  hint: string | undefined
  /** Names of unknown fields in the body. */
  unread: readonly string[] = []
  /** Words of an env string that are no flags. */
  unreadEnv: readonly string[] = []

  /** @param declared the rules of the operation; applying any other is a defect of the simulator. */
  constructor(declared: ReadonlySet<Rule>) {
    this.#applied = nothing(declared)
  }

  apply(rule: Rule): void {
    this.#applied = this.#applied.and(rule)
  }

  /** Adds to the hint. */
  addHint(text: string): void {
    this.hint = this.hint === undefined ? text : `${this.hint}; ${text}`
  }

  /** The ids of the rules, in the order in which they applied. Equal lists are the same object. */
  get rules(): readonly string[] {
    return this.#applied.ids
  }

  /** The same in one line. */
  get rulesText(): string {
    return this.#applied.text
  }

  get basis(): Basis {
    return this.#applied.basis
  }
}

/** Rules in the order in which they applied. There are few such lists, so each is made once and kept. */
class Applied {
  readonly ids: readonly string[]
  readonly text: string
  readonly basis: Basis
  readonly #declared: ReadonlySet<Rule>
  readonly #rules: readonly Rule[]
  readonly #next = new Map<Rule, Applied>()

  constructor(declared: ReadonlySet<Rule>, rules: readonly Rule[]) {
    this.#declared = declared
    this.#rules = rules
    this.ids = rules.map(({ id }) => id)
    this.text = this.ids.join(',')
    this.basis = rules.some(({ basis }) => basis === 'assumed') ? 'assumed' : 'documented'
  }

  and(rule: Rule): Applied {
    let next = this.#next.get(rule)
    if (next === undefined) {
      next = this.#with(withFoundations(rule))
      this.#next.set(rule, next)
    }
    return next
  }

  #with(rules: readonly Rule[]): Applied {
    const foreign = rules.find((rule) => !this.#declared.has(rule))
    if (foreign !== undefined) throw new Error(`rule ${foreign.id} is not declared by this operation`)
    const all = [...new Set([...this.#rules, ...rules])]
    return all.length === this.#rules.length ? this : new Applied(this.#declared, all)
  }
}

const nothing = memoizeByObject((declared: ReadonlySet<Rule>) => new Applied(declared, []))
