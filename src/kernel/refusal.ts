import type { Choice, RefusalRule } from './rule.ts'

/**
 * Thrown where the service refuses a request. The pipeline of the server makes the response. It is no `Error`: its
 * stack is never read, and making one takes time.
 */
export class Refusal {
  readonly rule: RefusalRule | Choice
  readonly message: string
  readonly hint: string | undefined
  /** What the body shows besides. */
  readonly fields: object | undefined
  /** What the answer has besides the usual headers. */
  readonly headers: Readonly<Record<string, string>> | undefined

  constructor(
    rule: RefusalRule | Choice,
    message: string,
    hint?: string,
    fields?: object,
    headers?: Readonly<Record<string, string>>,
  ) {
    this.rule = rule
    this.message = message
    this.hint = hint
    this.fields = fields
    this.headers = headers
  }
}

/** `throw refuse(rules.notYours, 'network disk 42 is not yours')`; a choice refuses where an alternative with a status is in force. */
export const refuse = (rule: RefusalRule | Choice, message: string, hint?: string): Refusal =>
  new Refusal(rule, message, hint)
