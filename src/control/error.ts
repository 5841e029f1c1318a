import { nearest } from '../kernel/nearest.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import type { ScenarioChoice } from '../testing/fixtures/library.ts'
import { UsageError } from '../kernel/usage-error.ts'

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

const WRITE = 'write its name, as in "flaky-listing", or its document'

/** The scenario that code names. @throws SteeringError for undefined, a number or a switch: only null ends a scenario */
export function scenarioIn(choice: unknown): ScenarioChoice {
  if (typeof choice === 'string' || (isObject(choice) && !Array.isArray(choice))) return choice
  const shown = choice === undefined || typeof choice === 'function' ? typeof choice : JSON.stringify(choice)
  throw new SteeringError('invalid_args', `scenario: ${shown} is no scenario: ${WRITE}; null ends the one that runs`)
}

/**
 * Refuses a scenario that is there and undefined, which is mostly a misspelt constant: a test would pass without it.
 * @throws SteeringError
 */
export function refuseUndefinedScenario<Options extends object>(options: Options, otherwise: string): Options {
  if (Object.hasOwn(options, 'scenario') && fieldOf(options, 'scenario') === undefined)
    throw new SteeringError('invalid_args', `scenario: is undefined: ${WRITE}, or leave it out for ${otherwise}`)
  return options
}

/** Refuses a criterion that is undefined: it would match every request. @throws SteeringError */
export function refuseUndefinedCriteria<Match>(match: Match, path: string): Match {
  const name = isObject(match) ? Object.keys(match).find((key) => fieldOf(match, key) === undefined) : undefined
  if (name !== undefined)
    throw new SteeringError(
      'invalid_args',
      `${path}.${name}: is undefined, which would match every request: write a value, or leave it out`,
    )
  return match
}

/** Not of defects, whose whole stack is wanted. */
export const isForUser = (error: unknown): error is Error =>
  error instanceof SteeringError || error instanceof UsageError || error instanceof RangeError

/** A function whose errors for the user begin their stack at the line that called it: V8 keeps ten lines, and ours would be all of them. */
export function errorsAtCaller<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const call = (...args: Args): Result => {
    try {
      return act(...args)
    } catch (error) {
      if (isForUser(error)) Error.captureStackTrace?.(error, call)
      throw error
    }
  }
  return call
}

/** Makes this of every function of an object, and of the objects in it; `fetch` rejects as the native one does. */
export function allErrorsAtCaller<Api extends object>(api: Api): Api {
  for (const [name, { value }] of Object.entries<PropertyDescriptor>(Object.getOwnPropertyDescriptors(api))) {
    const part: unknown = value
    if (typeof part === 'function' && name !== 'fetch') {
      const call = errorsAtCaller((...args): unknown => {
        const result: unknown = Reflect.apply(part, undefined, args)
        return result instanceof Promise ? rejectingAtCaller(result, call) : result
      })
      Reflect.set(api, name, call)
    } else if (isObject(part) && Object.getPrototypeOf(part) === Object.prototype) allErrorsAtCaller(part)
  }
  return api
}

/** A promise settles when the caller is no longer on the stack, so the lines are taken before. */
function rejectingAtCaller(result: Promise<unknown>, call: (...args: never) => unknown): Promise<unknown> {
  const caller = new Error()
  Error.captureStackTrace?.(caller, call)
  return result.catch((error: unknown) => {
    if (isForUser(error)) error.stack = `${error.name}: ${error.message}${caller.stack?.slice('Error'.length) ?? ''}`
    throw error
  })
}
