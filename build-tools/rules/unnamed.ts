import type { Catalogue } from './read.ts'

const NAMED = /\bcatalogue\[\s*'([^']+)'/g

/**
 * The rules that no code asks the catalogue for and that no other rule rests on: they would stand in the documents and
 * hold nowhere. The list of rules of an operation does not count: it says where a rule may apply.
 */
export function unnamedRules(catalogue: Catalogue, sources: readonly string[]): readonly string[] {
  const named = new Set([
    ...sources.flatMap((text) => [...text.matchAll(NAMED)].map(([, id]) => id)),
    ...Object.values(catalogue).flatMap(({ restsOn = [] }) => restsOn),
  ])
  return Object.keys(catalogue).filter((id) => !named.has(id))
}
