import { TrieRouter } from 'hono/router/trie-router'
import { tryDecodeURIComponent } from 'hono/utils/url'
import type { Availability, Operation } from '../kernel/operation.ts'
import { fillPath } from '../kernel/path.ts'
import { EMPTY_PART, type Route } from '../marketplace/operation/route.ts'
import { isServed, operations, routes } from '../marketplace/routes.ts'
import type { Choice } from '../kernel/rule.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import type { Incoming } from './incoming.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/** An operation that takes a request, and what the path says to it. */
export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  /** Whether it is served there, where the contract does not name it. */
  readonly availability?: Availability
}

/** The operation that takes a request in a world. */
export interface ServedMatch {
  readonly match: Match
  /** What makes it so, where the contract does not. */
  readonly by?: Choice
}

const fixedPaths = new Set(operations.map(({ path }) => path))
const methods = new Set(operations.map(({ method }) => method))

type Place = Pick<Match, 'route' | 'availability'>

/**
 * The one table of paths, which all simulators of a process share: it says what the contract says, and never changes.
 * Paths that the contract does not name stand apart, because some of these overlap, and `findMatch` decides which is
 * meant. The router is the one of Hono that is made fastest.
 */
const documented = new TrieRouter<Place>()
const further = new TrieRouter<Place>()
for (const route of routes) {
  const { method, otherPaths = [] } = route.operation
  for (const { path, availability } of [route.operation, ...otherPaths])
    (availability === undefined ? documented : further).add(
      method,
      fillPath(path, (name) => `:${name}`),
      { route, availability },
    )
}

/** What takes a request, under any rules. HEAD is GET. */
export const findMatch = (method: string, path: string): Match | undefined =>
  findIn(documented, method, path) ?? findIn(further, method, path)

/** The operation that takes a request under these rules. @param match everything at its path, under any rules */
export function findServed(
  rules: RulesInForce,
  match: Match | undefined,
  { method, path }: Incoming,
): ServedMatch | undefined {
  if (match !== undefined) return isServed(match, rules) ? { match, by: match.availability } : undefined
  if (rules.chosen(catalogue['routing.trailing-slash']) !== 'optional' || path.endsWith('/')) return undefined
  const slashed = findMatch(method, `${path}/`)
  return slashed !== undefined && isServed(slashed, rules)
    ? { match: slashed, by: catalogue['routing.trailing-slash'] }
    : undefined
}

/** The operations that are served at a path with the slash that a request leaves out, whatever their methods. */
export const servedWithSlash = (rules: RulesInForce, path: string): readonly Operation[] =>
  path.endsWith('/')
    ? []
    : matchesAt(`${path}/`).flatMap((match) => (isServed(match, rules) ? [match.route.operation] : []))

/** Everything that is served at a path, by any method. */
export function matchesAt(path: string): readonly Match[] {
  const found = [...methods].flatMap((method) => findMatch(method, path) ?? [])
  return found.toSorted((a, b) => operations.indexOf(a.route.operation) - operations.indexOf(b.route.operation))
}

function findIn(router: TrieRouter<Place>, method: string, path: string): Match | undefined {
  const found = router.match(method === 'HEAD' ? 'GET' : method, path)
  const first = found[0][0]
  if (first === undefined) return undefined
  const params = paramsIn(first[1], found[1] ?? [])
  // A path that an operation spells out is no value of another one's parameter: PUT /instances/filters/ changes nothing.
  return params !== EMPTY_PART && fixedPaths.has(path) ? undefined : { ...first[0], params }
}

/** @param places by their names: values, or where they stand among `values` */
function paramsIn(places: Readonly<Record<string, string | number>>, values: readonly string[]): Match['params'] {
  let params: Record<string, string> | undefined
  for (const name of Object.keys(places)) {
    const place = places[name]
    const value = typeof place === 'number' ? values[place] : place
    if (value !== undefined) (params ??= {})[name] = tryDecodeURIComponent(value)
  }
  return params ?? EMPTY_PART
}
