import type { Context } from 'hono'

export const statuses = { invalid_args: 400, unauthorized: 401, not_found: 404, conflict: 409, too_large: 413 } as const

/** A control call that cannot be carried out; nothing has changed. */
export class ControlError extends Error {
  readonly error: keyof typeof statuses
  readonly hint: string | undefined

  constructor(error: keyof typeof statuses, message: string, hint?: string) {
    super(message)
    this.error = error
    this.hint = hint
  }
}

export const answerControlError = (c: Context, { error, message, hint }: ControlError): Response =>
  c.json({ error, msg: message, ...(hint !== undefined && { hint }) }, statuses[error])
