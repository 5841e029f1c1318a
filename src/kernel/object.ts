/** Whether a value has fields: an object or a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A field of a value of any shape; undefined where there is none. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** A deep copy of JSON. Jest's happy-dom has no structuredClone. */
export function copyOf<T>(value: T): T
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => copyOf(each))
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)])) : value
}

/**
 * A copy of JSON with other values in place of texts, numbers, booleans and nulls.
 * @param replace what takes the place of a whole field; undefined where it is looked through
 */
export function mapLeaves(
  value: unknown,
  change: (leaf: unknown) => unknown,
  replace: (name: string, field: unknown) => unknown = () => undefined,
): unknown {
  const each = (part: unknown): unknown => mapLeaves(part, change, replace)
  if (Array.isArray(value)) return value.map(each)
  if (!isObject(value)) return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replace(name, field) ?? each(field)]))
}
