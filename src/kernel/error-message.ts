import { isObject } from './object.ts'

/** The message of what was thrown, which may be no Error, or one of another realm: in Jest, Node's own errors are. */
export const errorMessage = (error: unknown): string =>
  isObject(error) && typeof error['message'] === 'string' ? error['message'] : String(error)
