/** documented: the contract says it. assumed: the contract is silent, and we chose. */
export type Basis = 'documented' | 'assumed'

interface RuleText {
  readonly id: string
  /** The behaviour, in our words. */
  readonly text: string
  /** Rules that apply wherever this one does, e.g. the assumed status of a documented error code. */
  readonly restsOn?: readonly Rule[]
}

export interface Rule extends RuleText {
  readonly basis: Basis
  /** A section of the contract for a documented rule; the evidence for an assumed one. */
  readonly source: string
}

/** A rule that refuses a request, with status and error code; the envelope is the operation's. */
export interface RefusalRule extends Rule {
  readonly status: number
  readonly error: string
  /** The body is `{detail: message}`, whatever envelope the operation has. */
  readonly envelope?: 'detail'
}

interface Documented extends RuleText {
  /** The section of the contract that says it. */
  readonly section: string
}

interface Assumed extends RuleText {
  /** Why this is the best guess. */
  readonly evidence: string
}

type Refuses = Pick<RefusalRule, 'status' | 'error' | 'envelope'>

export function documented(rule: Documented & Refuses): RefusalRule
export function documented(rule: Documented): Rule
export function documented({ section, ...rule }: Documented): Rule {
  return { ...rule, basis: 'documented', source: section }
}

export function assumed(rule: Assumed & Refuses): RefusalRule
export function assumed(rule: Assumed): Rule
export function assumed({ evidence, ...rule }: Assumed): Rule {
  return { ...rule, basis: 'assumed', source: evidence }
}

export function isRefusal(rule: Rule): rule is RefusalRule {
  return 'status' in rule
}

/** The rule and everything it rests on. */
export function withFoundations(rule: Rule): readonly Rule[] {
  return rule.restsOn === undefined ? [rule] : [rule, ...rule.restsOn.flatMap(withFoundations)]
}
