import type { RefusalRule } from './rule.ts'

/**
 * Thrown where the service refuses a request. The pipeline of the server makes the response. It is no `Error`: to
 * take down a stack that nobody reads costs more than the response does (docs/decisions/where-time-goes.md).
 */
export class Refusal {
  readonly rule: RefusalRule
  readonly message: string
  readonly hint: string | undefined

  constructor(rule: RefusalRule, message: string, hint?: string) {
    this.rule = rule
    this.message = message
    this.hint = hint
  }
}

/** `throw refuse(rules.notYours, 'no network disk 42 is yours')` */
export const refuse = (rule: RefusalRule, message: string, hint?: string): Refusal => new Refusal(rule, message, hint)
