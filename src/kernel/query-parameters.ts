/** The parameters of a query string. Of one that is given several times the last value counts, wherever it is read. */
export const queryParameters = (query: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(query))

/** The names that a query string gives several times. */
export function repeatedParameters(query: string): readonly string[] {
  if (!query.includes('&')) return []
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of new URLSearchParams(query).keys()) (seen.has(name) ? repeated : seen).add(name)
  return [...repeated]
}
