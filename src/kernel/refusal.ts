import type { RefusalRule } from './rule.ts'

/** Thrown where the service refuses a request. The pipeline of the server makes the response. */
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
