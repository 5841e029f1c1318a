import type { RefusalRule } from './rule.ts'

/** The service says no. Thrown by whoever knows the rule; turned into an answer in one place. */
export class Refusal extends Error {
  readonly rule: RefusalRule
  readonly hint: string | undefined

  constructor(rule: RefusalRule, message: string, hint?: string) {
    super(message)
    this.rule = rule
    this.hint = hint
  }
}

/** `throw refuse(rules.notYours, 'no network disk 42 is yours')` */
export const refuse = (rule: RefusalRule, message: string, hint?: string): Refusal => new Refusal(rule, message, hint)
