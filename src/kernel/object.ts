/** Whether a value has fields: an object or a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A field of a value of any shape; undefined where there is none. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** A type whose fields are all written down, those without a value as undefined: objects that name the same fields are of one shape in V8. */
export type Every<T> = { [Name in keyof Required<T>]: T[Name] }
