import type { Choice } from '../kernel/rule.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { trailingSlash } from '../marketplace/operation/rules.ts'
import { exists } from '../marketplace/routes.ts'
import type { Incoming } from './incoming.ts'
import type { Match, PathTable } from './path-table.ts'

/** The operation that takes a request. */
export interface Served {
  readonly match: Match
  /** What makes it so, where the contract does not. */
  readonly by?: Choice
}

/** The operation that takes a request in a world; undefined where none does. */
export function findOperation(
  { rules }: { readonly rules: RulesInForce },
  match: Match | undefined,
  { method, path }: Incoming,
  { paths }: { readonly paths: PathTable },
): Served | undefined {
  if (match !== undefined) return exists(match, rules) ? { match, by: match.existence } : undefined
  if (rules.chosen(trailingSlash) !== 'optional' || path.endsWith('/')) return undefined
  const slashed = paths.find(method, `${path}/`)
  return typeof slashed === 'object' && exists(slashed, rules) ? { match: slashed, by: trailingSlash } : undefined
}
