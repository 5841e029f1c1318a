import { type Strength, strengths } from './evidence.ts'
import type { Basis, Rule } from './rule.ts'
import { declaredRules, type RulesInForce } from './rules-in-force.ts'

/** Which rules shaped one answer, and hints for the client. */
export class Trace {
  readonly #declared: ReadonlySet<Rule> | undefined
  readonly #inForce: RulesInForce
  readonly #applied = new Set<Rule>()
  hint: string | undefined
  /** Names of unknown fields in the body. */
  unread: readonly string[] = []
  /** Words of an env string that are no flags. */
  unreadEnv: readonly string[] = []
  /** Names of parameters that the query gives several times. */
  repeated: readonly string[] = []

  /** @param declared the rules of the operation: applying any other is a defect of the simulator. Without them any will do. */
  constructor(declared?: ReadonlySet<Rule>, inForce: RulesInForce = declaredRules) {
    this.#declared = declared
    this.#inForce = inForce
  }

  /** Records a rule and those that it rests on, of which a choice counts where something else than the usual is in force. */
  apply(rule: Rule): void {
    this.applyAlone(rule)
    if (rule.restsOn !== undefined) for (const each of rule.restsOn) if (this.#inForce.shapes(each)) this.apply(each)
  }

  /** Records a rule only: one that refuses, where its value let a request through. */
  applyAlone(rule: Rule): void {
    if (this.#declared?.has(rule) === false) throw new Error(`rule ${rule.id} is not declared by this operation`)
    this.#applied.add(rule)
  }

  /** Adds what was noted in another trace, for a part of the work that might still have been refused. */
  include(part: Trace): void {
    for (const rule of part.#applied) this.applyAlone(rule)
    if (part.hint !== undefined) this.addHint(part.hint)
    this.unreadEnv = [...this.unreadEnv, ...part.unreadEnv]
  }

  /** Adds to the hint. */
  addHint(text: string): void {
    this.hint = this.hint === undefined ? text : `${this.hint}; ${text}`
  }

  /** The ids of the rules, in the order in which they applied. */
  get rules(): readonly string[] {
    const ids: string[] = []
    for (const { id } of this.#applied) ids.push(id)
    return ids
  }

  /** What the answer rests on: its basis, and how well the weakest of its assumptions is supported, if there is one. */
  get support(): { readonly basis: Basis; readonly strength: Strength | undefined } {
    let weakest = -1
    let basis: Basis = 'documented'
    for (const rule of this.#applied) {
      const form = this.#inForce.of(rule)
      if (form.basis === 'assumed') basis = 'assumed'
      if (form.support !== undefined) weakest = Math.max(weakest, strengths.indexOf(form.support.strength))
    }
    return { basis, strength: strengths[weakest] }
  }
}
