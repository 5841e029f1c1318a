import { describeEvidence, type Evidence } from './evidence.ts'

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

/**
 * A rule about which clients and the contract differ: it has several behaviours, by their names. It shapes no response
 * where the usual one is in force, which is what the contract says, or what the other rules of the operation say.
 */
export interface Choice<Name extends string = string> extends Rule {
  readonly usual: NoInfer<Name>
  readonly alternatives: Readonly<Record<Name, Alternative>>
  readonly observed: NoInfer<Name>
}

interface Documented extends RuleText {
  /** The section of the contract that says it. */
  readonly section: string
}

interface Assumed extends RuleText {
  /** What speaks for it, or why this was chosen. */
  readonly evidence: readonly Evidence[]
}

type Refuses = Pick<RefusalRule, 'status' | 'error' | 'envelope'>
type Valued<Value extends RuleValue> = Pick<RuleWithValue<Value>, 'value' | 'among'>

export function documented<Value extends RuleValue>(
  rule: Documented & Refuses & Valued<Value>,
): RefusalRule & RuleWithValue<Value>
export function documented(rule: Documented & Refuses): RefusalRule
export function documented<Value extends RuleValue>(rule: Documented & Valued<Value>): RuleWithValue<Value>
export function documented(rule: Documented): Rule
export function documented({ section, ...rule }: Documented): Rule {
  return { ...rule, basis: 'documented', source: section, evidence: [] }
}

export function assumed<Value extends RuleValue>(
  rule: Assumed & Refuses & Valued<Value>,
): RefusalRule & RuleWithValue<Value>
export function assumed(rule: Assumed & Refuses): RefusalRule
export function assumed<Value extends RuleValue>(rule: Assumed & Valued<Value>): RuleWithValue<Value>
export function assumed(rule: Assumed): Rule
export function assumed(rule: Assumed): Rule {
  return { ...rule, basis: 'assumed', source: sourceOf(rule) }
}

interface DeclaredChoice<Usual extends string, Other extends string> extends Assumed {
  readonly usual: Usual
  /** What holds where nothing is chosen, for which the evidence of the choice speaks. */
  readonly usually: string
  readonly alternatives: Readonly<Record<Other, Alternative>>
  readonly observed: NoInfer<Usual | Other>
}

/** Declares a choice; `text` says what is chosen. */
export function choice<const Usual extends string, const Other extends string>(
  rule: DeclaredChoice<Usual, Other>,
): Choice<Usual | Other>
export function choice({ usually: text, alternatives, ...rule }: DeclaredChoice<string, string>): Choice {
  const { usual, evidence } = rule
  return {
    ...rule,
    alternatives: { [usual]: { text, evidence }, ...alternatives },
    basis: 'assumed',
    source: sourceOf(rule),
  }
}

const sourceOf = ({ evidence, despite }: Assumed): string =>
  [describeEvidence(evidence), ...(despite === undefined ? [] : [despite])].join('; ')

export const isRefusal = (rule: Rule): rule is RefusalRule => 'status' in rule

export const isChoice = (rule: Rule): rule is Choice => 'usual' in rule

export const hasValue = (rule: Rule): rule is RuleWithValue => rule.value !== undefined

/** The rule and everything it rests on. */
export function withFoundations(rule: Rule): readonly Rule[] {
  return rule.restsOn === undefined ? [rule] : [rule, ...rule.restsOn.flatMap(withFoundations)]
}
