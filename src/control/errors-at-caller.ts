import { isObject } from '../kernel/object.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { SteeringError } from './error.ts'

/** Not of defects, whose whole stack is wanted. */
const isForUser = (error: unknown): error is Error =>
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
