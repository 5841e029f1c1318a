import { memoizeByObject } from './memoize-by-object.ts'
import { putBounded } from './put-bounded.ts'
import type { Basis, Rule } from './rule.ts'
import { declaredRules, type RulesInForce } from './rules-in-force.ts'

/** Which rules shaped one answer, and hints for the client. */
export class Trace {
  #applied: Applied
  hint: string | undefined
  /** Names of unknown fields in the body. */
  unread: readonly string[] = []
  /** Words of an env string that are no flags. */
  unreadEnv: readonly string[] = []
  /** Names of parameters that the query gives several times. */
  repeated: readonly string[] = []

  /** @param declared the rules of the operation; applying any other is a defect of the simulator. */
  constructor(declared: ReadonlySet<Rule>, inForce: RulesInForce = declaredRules) {
    this.#applied = nothing(inForce)(declared)
  }

  /** Records a rule and those that it rests on. */
  apply(rule: Rule): void {
    this.applyAlone(rule)
    if (rule.restsOn !== undefined) for (const each of rule.restsOn) this.apply(each)
  }

  /** Records a rule only: one that refuses, where its value let a request through. */
  applyAlone(rule: Rule): void {
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
  readonly #inForce: RulesInForce
  readonly #rules: readonly Rule[]
  readonly #next = new Map<Rule, Applied>()

  constructor(declared: ReadonlySet<Rule>, inForce: RulesInForce, rules: readonly Rule[]) {
    this.#declared = declared
    this.#inForce = inForce
    this.#rules = rules
    this.ids = listOf(rules)
    this.text = this.ids.join(',')
    this.basis = rules.some((rule) => inForce.of(rule).basis === 'assumed') ? 'assumed' : 'documented'
  }

  and(rule: Rule): Applied {
    let next = this.#next.get(rule)
    if (next === undefined) {
      if (!this.#declared.has(rule)) throw new Error(`rule ${rule.id} is not declared by this operation`)
      const isNamed = this.#rules.includes(rule)
      next = isNamed ? this : new Applied(this.#declared, this.#inForce, [...this.#rules, rule])
      this.#next.set(rule, next)
    }
    return next
  }
}

const nothing = memoizeByObject((inForce: RulesInForce) =>
  memoizeByObject((declared: ReadonlySet<Rule>) => new Applied(declared, inForce, [])),
)

/** Lists of ids by their text: coverage counts lists, whatever holds in the worlds that they come from. */
const lists = new Map<string, readonly string[]>()
const MAX_LISTS = 10_000

function listOf(rules: readonly Rule[]): readonly string[] {
  const ids = rules.map(({ id }) => id)
  const text = ids.join(',')
  const known = lists.get(text)
  if (known === undefined) putBounded(lists, text, ids, MAX_LISTS)
  return known ?? ids
}
