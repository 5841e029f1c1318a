/** Why something that a test asked of a sandbox cannot be done, with the status that HTTP answers. */
export const statuses = {
  invalid_args: 400,
  unauthorized: 401,
  not_found: 404,
  conflict: 409,
  too_large: 413,
} as const

export type SteeringCode = keyof typeof statuses

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
