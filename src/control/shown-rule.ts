import type { Evidence, Support } from '../kernel/evidence.ts'
import type { Rule } from '../kernel/rule.ts'
import type { RuleChoice, RuleInForce } from '../kernel/rules-in-force.ts'

/** A form of a rule: a refusal has status, code and perhaps an envelope of its own; a threshold, a default, the status of a success is a value. */
export type ShownForm = Pick<RuleInForce, 'text' | 'source' | 'status' | 'envelope' | 'value'> & {
  readonly code?: string
  /** What speaks for it, and how well it is supported: of a form that is assumed. */
  readonly evidence?: readonly Evidence[]
  readonly support?: Support
}

/** A rule as it holds in a sandbox. */
export interface ShownRule extends ShownForm {
  readonly id: string
  readonly basis: Rule['basis']
  /** The name of what holds, or what is different from the usual. */
  readonly in_force: RuleChoice
  /** What may be chosen by its name: the usual first. */
  readonly alternatives: readonly (ShownForm & { readonly name: string })[]
}
