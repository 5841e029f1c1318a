import { nearest } from '../kernel/nearest.ts'
import type { Operation } from '../kernel/operation.ts'
import { type Refusal, refuse } from '../kernel/refusal.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { isSandboxName } from '../sandbox/address.ts'
import { type OperationElsewhere, operationElsewhere } from '../marketplace/operations-elsewhere.ts'
import { isServed, operations } from '../marketplace/routes.ts'
import type { Reply } from '../testing/faults/effect.ts'
import type { OpenExchange } from './open-exchange.ts'
import { findMatch, matchesAt, servedWithSlash } from './path-table.ts'
import { catalogue } from '../marketplace/catalogue.ts'
import { callMeantByVerb } from './verb-in-path.ts'
import { forwardedPath, type Incoming } from './incoming.ts'

/** The data for a hint at the nearest operation. */
export interface UnmatchedContext {
  /** Whether there are pages for people. */
  readonly hasPages: boolean
  /** The path of a proxy before every other, without a slash at its end. */
  readonly basePath: string | undefined
}

/** A request that no operation takes: an unknown path, or a known one under another method. */
export function replyUnmatched(exchange: OpenExchange, surroundings: UnmatchedContext): Reply {
  const { world, incoming } = exchange
  const matches = matchesAt(incoming.path)
  const here = matches.filter((match) => isServed(match, world.rules)).map(({ route }) => route.operation)
  const refusal = refusalFor(exchange, here, surroundings)
  if (here.length === 0) return exchange.refusal(refusal)
  const allow = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return exchange.refusal(refusal, { allow: allow.join(', ') })
}

/** @param here the operations at the path, under other methods */
function refusalFor(
  { incoming: { method, path, prefix }, world: { rules } }: OpenExchange,
  here: readonly Operation[],
  { hasPages }: UnmatchedContext,
): Refusal {
  if (here.length > 0) {
    const known = here.map((operation) => `${operation.method} ${operation.path} (${operation.id})`).join(', ')
    const absent = findAbsentOperation(method, path)
    const real = operationElsewhere(method, path)
    const elsewhere =
      absent !== undefined
        ? `; --dialect observed serves ${method} (${absent.id})`
        : real === undefined
          ? ''
          : `; ${stubHint(real, path)}`
    const [near] = nearest(path, pathsTaking(method, rules))
    const also = near === undefined || elsewhere !== '' ? '' : `; ${method} is taken at ${near}`
    const hint = callMeantByVerb(path, rules, here[0]?.path) ?? `this path takes ${known}${elsewhere}${also}`
    return refuse(catalogue['routing.wrong-method'], `${method} ${path} is not part of the interface`, hint)
  }
  const rule = /^\/api\/v(?!0\/)\d+\//.test(path)
    ? catalogue['routing.other-version']
    : catalogue['routing.unknown-path']
  const hint =
    path === '/' ? describePlaces(prefix, hasPages) : (misspeltPrefix(prefix, path) ?? hintFor(method, path, rules))
  return refuse(rule, `there is no ${path}`, hint)
}

/** Where the interface and the pages are. */
export const describePlaces = (prefix: string, hasPages: boolean): string =>
  `paths start with ${prefix}/api/v0/${hasPages ? `; ${prefix}/docs describes it, and ${prefix}/_sim/ui shows what it is asked` : ''}`

/** For a path that misses the tilde of its sandbox, or the underscore of the control API. */
function misspeltPrefix(prefix: string, path: string): string | undefined {
  const [, name = '', rest = ''] = /^\/([^/]*)(\/(?:api\/v0|_sim)\/.*)/.exec(path) ?? []
  if (prefix === '' && isSandboxName(name)) return `the name of a sandbox begins with a tilde: /~${name}${rest}`
  return path.startsWith('/sim/') ? `the control API is at ${prefix}/_sim/: ${prefix}/_${path.slice(1)}` : undefined
}

function hintFor(method: string, path: string, rules: RulesInForce): string | undefined {
  const slashed = matchesAt(`${path}/`).find((match) => isServed(match, rules))
  if (slashed !== undefined)
    return `a trailing slash is missing: ${path}/ (${slashed.route.operation.id}); --dialect observed redirects to it`
  const absent = findAbsentOperation(method, path)
  const meant = callMeantByVerb(path, rules, absent?.path)
  if (meant !== undefined) return meant
  if (absent !== undefined) return `it is not in the contract; --dialect observed serves it (${absent.id})`
  const real = operationElsewhere(method, path)
  if (real !== undefined) return stubHint(real, path)
  const single = path.replaceAll(/\/{2,}/g, '/')
  if (single !== path && matchesAt(single).some((match) => isServed(match, rules)))
    return `a slash is there twice: ${single}`
  const below = matchesAt(`/api/v0${slashOnce(path)}`).find((match) => isServed(match, rules))
  if (below !== undefined) return `paths start with /api/v0: ${below.route.operation.path}`
  const [closest] = nearest(path, knownPaths)
  return closest === undefined ? undefined : `the nearest operation is at ${closest}`
}

/** A stub as a scenario and `POST /_sim/stubs` take it: JSON is YAML too. */
function stubHint({ method, path, name }: OperationElsewhere, asked: string): string {
  const glob = `${path.replaceAll(/\{\w+\}/g, '*')}${asked.endsWith('/') ? '/' : ''}`
  const stub = {
    name: `${method} ${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    match: { method, path: glob },
    answer: { body: { success: true } },
  }
  return `the real service has this (${name}); add a stub: ${JSON.stringify(stub)}`
}

/** The paths of which a method is taken. */
const pathsTaking = (asked: string, rules: RulesInForce): readonly string[] =>
  operations.flatMap((each) =>
    [each, ...(each.otherPaths ?? [])].flatMap((place) =>
      each.method === asked && isServed(place, rules) ? [place.path] : [],
    ),
  )

const slashOnce = (path: string): string => (path.endsWith('/') ? path : `${path}/`)

/** The operation that another dialect serves. */
function findAbsentOperation(method: string, path: string): Operation | undefined {
  const absent = findMatch(method, path) ?? findMatch(method, `${path}/`)
  return absent?.availability === undefined ? undefined : absent.route.operation
}

const knownPaths = new Set(operations.filter(({ availability }) => availability === undefined).map(({ path }) => path))

/** Redirects a path without its slash to the path with it, where that is chosen and an operation is there. */
export function redirectToSlash(exchange: OpenExchange, { basePath }: UnmatchedContext): Reply | undefined {
  const { incoming, trace, world } = exchange
  const { status } = world.rules.of(catalogue['routing.trailing-slash'])
  if (status === undefined) return undefined
  const [operation] = servedWithSlash(world.rules, incoming.path)
  if (operation === undefined) return undefined
  const { method, path } = incoming
  trace.apply(catalogue['routing.trailing-slash'])
  const lost = method === 'GET' || method === 'HEAD' ? '' : '; a client that follows may send GET without the body'
  trace.addHint(`a trailing slash is missing: ${path}/${lost}`)
  return exchange.page(status, `<title>${status} ${PHRASES[status] ?? ''}</title>`, {
    location: locationOf(incoming, basePath),
  })
}

const PHRASES: Readonly<Record<number, string>> = { 301: 'Moved Permanently', 302: 'Found' }

/** The path with its slash, below the path of the proxy and of the sandbox through which the request came. */
function locationOf({ headers, prefix, path, query }: Incoming, basePath = ''): string {
  const before = basePath === '' ? forwardedPath(headers) : basePath
  const location = `${before}${prefix}${path}/${query === '' ? '' : `?${query}`}`
  return location.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
}
