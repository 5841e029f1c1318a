/** What a text takes in: a pattern with the name as its group, or without it for the sign that is meant as a text. */
export const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name]))

/** The text with its values; one that is nothing but a name takes the value with its type. A sign with another `$` before it stands for itself, as `$${` for `${`. */
export function fillText<Value>(
  text: string,
  pattern: RegExp,
  valueOf: (name: string) => Value,
  inText: (value: Value) => string,
): Value | string {
  const [first] = text.matchAll(pattern)
  if (first?.[0] === text && first[1] !== undefined) return valueOf(first[1])
  return text.replaceAll(pattern, (sign: string, name?: string) =>
    // Without a name it is a sign that begins with a further `$`.
    name === undefined ? sign.slice(1) : inText(valueOf(name)),
  )
}
