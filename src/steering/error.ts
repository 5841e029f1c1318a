/** Why something that a test asked of a sandbox cannot be done. */
export type SteeringCode = 'invalid_args' | 'unauthorized' | 'not_found' | 'conflict' | 'too_large'

/** Something asked of a sandbox that cannot be done; nothing has changed. */
export class SteeringError extends Error {
  readonly error: SteeringCode
  /** What to do instead. */
  readonly hint: string | undefined

  constructor(error: SteeringCode, message: string, hint?: string) {
    super(message)
    this.name = 'SteeringError'
    this.error = error
    this.hint = hint
  }
}
