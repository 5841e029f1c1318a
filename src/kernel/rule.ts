import { describeEvidence, type Evidence, type Support, supportOf } from './evidence.ts'

/** documented: the contract says it. assumed: the contract is silent, and we chose. */
export type Basis = 'documented' | 'assumed'

interface RuleText {
  readonly id: string
  /** The behaviour, in our words. */
  readonly text: string
  /** Rules that apply wherever this one does, e.g. the assumed status of a documented error code. */
  readonly restsOn?: readonly Rule[]
  /** Other forms that the rule may take, by their names. */
  readonly alternatives?: Readonly<Record<string, Alternative>>
  /** The name of the behaviour that holds unless another is chosen, where the rule is a choice. */
  readonly usual?: string
  /** The name of the alternative that holds in the observed dialect. */
  readonly observed?: string
  /** Why the documented dialect does not follow an alternative for which more speaks. */
  readonly despite?: string
}

export interface Rule extends RuleText {
  readonly basis: Basis
  /** A section of the contract for a documented rule; the evidence in one line for an assumed one. */
  readonly source: string
  /** What speaks for an assumed rule; empty for a documented one. */
  readonly evidence: readonly Evidence[]
  /** How well that supports it. */
  readonly support?: Support
  /** What holds unless another value is chosen: a threshold, a default, the status of a success. */
  readonly value?: RuleValue
  /** The texts that named parts of the value may be, where not every text will do. */
  readonly among?: Readonly<Record<string, readonly string[]>>
}

/** A number is in the unit that the text of the rule names. */
export type RuleValue = number | string | Readonly<Record<string, number | string>>

/** A rule with a value that may be chosen. */
export interface RuleWithValue<Value extends RuleValue = RuleValue> extends Rule {
  readonly value: Value
}

/** A rule that may take other forms, by their names. */
export interface RuleWithForms<Name extends string = string> extends Rule {
  readonly alternatives: Readonly<Record<Name, Alternative>>
}

/** Another form of a rule. What it leaves out stays as the rule has it. */
export interface Alternative {
  readonly text: string
  /** Why one may choose it. */
  readonly evidence: readonly Evidence[]
  readonly status?: number
  readonly error?: string
  readonly envelope?: Envelope
  readonly value?: RuleValue
}

/** The body of a refusal: `{error, msg}` (plain), `{success: false, error, msg}` (flagged) or `{detail}`. */
export type Envelope = 'plain' | 'flagged' | 'detail'

/** A rule that refuses a request, with status and error code; the envelope is the operation's unless it has its own. */
export interface RefusalRule extends Rule {
  readonly status: number
  readonly error: string
  readonly envelope?: Envelope
}

/** A rule that refuses a request by a value that may be chosen. */
export interface RefusalWithValue<Value extends RuleValue = RuleValue> extends RefusalRule {
  readonly value: Value
}

/**
 * A rule about which clients and the contract differ: it has several behaviours, by their names. It shapes no response
 * where the usual one is in force, which is what the contract says, or what the other rules of the operation say.
 */
export interface Choice<Name extends string = string> extends RuleWithForms<Name> {
  readonly usual: NoInfer<Name>
  readonly observed: NoInfer<Name>
}

/** A rule as the catalogue has it: documented with a section, assumed with evidence, or a choice with a usual behaviour. */
export interface DeclaredRule extends Omit<RuleText, 'id' | 'restsOn'> {
  readonly section?: string
  readonly evidence?: readonly Evidence[]
  readonly restsOn?: readonly string[]
  readonly status?: number
  readonly error?: string
  readonly envelope?: Envelope
  readonly value?: RuleValue
  readonly among?: Rule['among']
}

export function makeRule(id: string, { section, ...declared }: DeclaredRule, foundations?: readonly Rule[]): Rule {
  const { usual, despite, alternatives = {} } = declared
  const rule = { ...declared, id, restsOn: foundations }
  if (section !== undefined) return { ...rule, basis: 'documented', source: section, evidence: [] }
  const evidence = (usual === undefined ? declared.evidence : alternatives[usual]?.evidence) ?? []
  const support = supportOf(evidence)
  const source = [describeEvidence(evidence), ...(despite === undefined ? [] : [despite])].join('; ')
  return { ...rule, basis: 'assumed', source, evidence, support }
}

export const isRefusal = (rule: Rule): rule is RefusalRule => 'status' in rule

export const isChoice = (rule: Rule): rule is Choice => 'usual' in rule

export const hasValue = (rule: Rule): rule is RuleWithValue => rule.value !== undefined

/** The rule and everything it rests on. */
export function withFoundations(rule: Rule): readonly Rule[] {
  return rule.restsOn === undefined ? [rule] : [rule, ...rule.restsOn.flatMap(withFoundations)]
}
