import type { Context } from 'hono'
import type { SteeringCode, SteeringError } from '../steering/error.ts'

export const statuses = {
  invalid_args: 400,
  unauthorized: 401,
  not_found: 404,
  conflict: 409,
  too_large: 413,
} as const satisfies Record<SteeringCode, number>

export const answerControlError = (c: Context, { error, message, hint }: SteeringError): Response =>
  c.json({ error, msg: message, ...(hint !== undefined && { hint }) }, statuses[error])
