/** A text of a JSON response; empty where there is none by that name. */
export const textOf = (response: unknown, name: string): string => {
  const value: unknown = typeof response === 'object' && response !== null ? Reflect.get(response, name) : undefined
  return typeof value === 'string' ? value : ''
}
