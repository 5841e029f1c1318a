import { nearest } from '../kernel/nearest.ts'

/** The codes of errors, each with its HTTP status. */
export const statuses = {
  invalid_args: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_encoding: 415,
} as const

export type SteeringCode = keyof typeof statuses

/** Thrown by what a test does to a sandbox when it cannot be carried out; nothing has changed. */
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

/** The error for a name that nothing of a kind has, with the nearest that something has. */
export function unknownName(kind: string, name: string, names: readonly string[]): SteeringError {
  if (typeof name !== 'string')
    return new SteeringError('invalid_args', `the name of a ${kind} is a text, not ${String(name)}`)
  const [close] = nearest(name, names)
  return new SteeringError('not_found', `there is no ${kind} "${name}"`, close && `did you mean "${close}"?`)
}
