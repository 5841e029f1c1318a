import {
  completeEvidence,
  describeEvidence,
  type Evidence,
  type GivenEvidence,
  judgement,
  type Support,
  supportOf,
} from './evidence.ts'
import { memoizeByObject } from './memoize-by-object.ts'
import {
  type Alternative,
  type Basis,
  type Choice,
  type Envelope,
  hasValue,
  isRefusal,
  type Rule,
  type RuleValue,
  type RuleWithForms,
  type RuleWithValue,
} from './rule.ts'

export const dialects = ['documented', 'observed'] as const
/** The simulated behaviour: that of the contract, or the one on which public clients rely. */
export type Dialect = (typeof dialects)[number]

/** The changed parts of a rule. */
interface RuleChange<Name> {
  readonly status?: number
  readonly code?: string
  readonly envelope?: Envelope
  /** The `msg` of the refusal. */
  readonly text?: string
  readonly value?: RuleValue
  /** The name of an alternative, where evidence stands beside it. */
  readonly choice?: Name
  /** Why it was chosen. */
  readonly evidence?: readonly GivenEvidence[]
}

/** A choice at a rule: the name of an alternative, or the changed parts. */
export type RuleChoice = string | RuleChange<string>

/** A name as people write it: YAML reads `404` as a number, and `null` as no text. */
type WrittenName = string | number | null

/** A choice as people write it. A number that names no alternative is a status of a refusal, or else a value. */
export type WrittenChoice = WrittenName | RuleChange<WrittenName>

/** The choice that is meant by what people write. */
export function readChoice(rule: Rule, written: WrittenChoice): RuleChoice {
  if (typeof written === 'number' && !namesOf(rule).includes(String(written)))
    return isRefusal(rule) && !hasValue(rule) ? { status: written } : { value: written }
  if (typeof written !== 'object' || written === null) return String(written)
  const { choice, ...change } = written
  return choice === undefined ? change : { ...change, choice: String(choice) }
}

/** What holds of one rule. */
export interface RuleInForce {
  /** The choice: the name of an alternative, or the changed parts. */
  readonly choice?: RuleChoice
  readonly basis: Basis
  readonly text: string
  readonly source: string
  /** What speaks for this form; empty for a documented one. */
  readonly evidence: readonly Evidence[]
  /** How well that supports it; absent for a documented one. */
  readonly support?: Support
  readonly status?: number
  readonly error?: string
  readonly envelope?: Envelope
  /** The `msg` of a refusal, where it was chosen. */
  readonly msg?: string
  readonly value?: RuleValue
}

/** A choice, and who made it: `scenario flaky-listing`. */
export interface Chosen {
  readonly choice: RuleChoice
  readonly by: string
}

/** Which form of each rule holds in a world. Made once, when the world opens. */
export class RulesInForce {
  readonly dialect: Dialect
  readonly #chosen: ReadonlyMap<Rule, RuleInForce>
  /** Whether a rule may have another value than its own. */
  readonly mayHaveOtherValues: boolean

  /** @param chosen the choices at single rules; the dialect chooses at all others */
  constructor(dialect: Dialect = 'documented', chosen: ReadonlyMap<Rule, Chosen> = new Map()) {
    this.dialect = dialect
    this.#chosen = new Map([...chosen].map(([rule, each]) => [rule, chosenForm(rule, each)]))
    this.mayHaveOtherValues = dialect === 'observed' || chosen.size > 0
  }

  of(rule: Rule): RuleInForce {
    const chosen = this.#chosen.get(rule)
    if (chosen !== undefined) return chosen
    return this.dialect === 'observed' ? observedForm(rule) : rule
  }

  /** The name of the behaviour that is in force. */
  chosen<Name extends string>(choice: Choice<Name>): Name
  chosen<Name extends string>(rule: RuleWithForms<Name>): Name | 'usual'
  chosen(rule: RuleWithForms): string {
    const { choice: name } = this.of(rule)
    return typeof name === 'string' && Object.hasOwn(rule.alternatives, name) ? name : (rule.usual ?? 'usual')
  }

  valueOf<Value extends RuleValue>(rule: RuleWithValue<Value>): Value
  valueOf(rule: RuleWithValue): RuleValue {
    return this.of(rule).value ?? rule.value
  }

  /** Whether the rule may shape a response: a choice does so where something else than the usual is in force. */
  shapes(rule: Rule): boolean {
    if (rule.usual === undefined) return true
    const { choice } = this.of(rule)
    return typeof choice === 'string' && choice !== rule.usual
  }
}

/** The rules as they are declared. */
export const declaredRules = new RulesInForce()
export const observedRules = new RulesInForce('observed')

const observedForm = memoizeByObject((rule: Rule): RuleInForce =>
  rule.observed === undefined ? rule : alternativeForm(rule, rule.observed, 'the dialect observed'),
)

function chosenForm(rule: Rule, { choice, by }: Chosen): RuleInForce {
  if (typeof choice === 'string') return alternativeForm(rule, choice, by)
  const { choice: name, evidence: given = [], ...change } = choice
  const form = name === undefined ? changedForm(rule, change, by) : alternativeForm(rule, name, by)
  if (given.length === 0 || form.basis === 'documented') return form
  const evidence = [...given.map(completeEvidence), ...(name === undefined ? [] : form.evidence)]
  return { ...form, evidence, support: supportOf(evidence), source: `${describeEvidence(evidence)}; chosen by ${by}` }
}

function alternativeForm(rule: Rule, name: string, by: string): RuleInForce {
  if (name === usualName(rule)) return rule
  const alternative = rule.alternatives?.[name]
  if (alternative === undefined) throw new RangeError(`rule ${rule.id} has no alternative "${name}"`)
  const { evidence } = alternative
  const source = `${describeEvidence(evidence)}; chosen by ${by}`
  return { ...formOf(rule), ...alternative, choice: name, basis: 'assumed', source, support: supportOf(evidence) }
}

function changedForm(rule: Rule, change: Exclude<RuleChoice, string>, by: string): RuleInForce {
  const form = formOf(rule)
  const evidence = judgement(`Chosen by ${by}.`)
  const value =
    typeof change.value === 'object' && typeof rule.value === 'object'
      ? { ...rule.value, ...change.value }
      : (change.value ?? form.value)
  return {
    ...form,
    choice: change,
    status: change.status ?? form.status,
    error: change.code ?? form.error,
    envelope: change.envelope ?? form.envelope,
    msg: change.text,
    value,
    basis: 'assumed',
    source: `chosen by ${by}; without that: ${rule.source}`,
    evidence,
    support: supportOf(evidence),
  }
}

const formOf = (rule: Rule): RuleInForce => ({
  basis: rule.basis,
  text: rule.text,
  source: rule.source,
  evidence: rule.evidence,
  support: rule.support,
  value: rule.value,
  ...(isRefusal(rule) && { status: rule.status, error: rule.error, envelope: rule.envelope }),
})

/** The name of what holds where nothing is chosen. */
export const usualName = (rule: Rule): string => rule.usual ?? 'usual'

/** The names that may be chosen at a rule, that of what holds otherwise first. */
export const namesOf = (rule: Rule): readonly string[] => [
  ...new Set([usualName(rule), ...Object.keys(alternativesOf(rule))]),
]

/** What may be chosen at a rule by its name. */
export const alternativesOf = (rule: Rule): Readonly<Record<string, Alternative>> => rule.alternatives ?? {}
