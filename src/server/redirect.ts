import type { Reply } from '../testing/faults/effect.ts'
import { forwardedPath, type Incoming } from './incoming.ts'
import type { OpenExchange } from './open-exchange.ts'
import type { PathTable } from './path-table.ts'
import { catalogue } from '../marketplace/catalogue.ts'

export interface RedirectContext {
  readonly paths: PathTable
  /** The path of a proxy before every other, without a slash at its end. */
  readonly basePath: string | undefined
}

/** Leads a request whose path lacks its slash to the path with it, where that is what is chosen and something is there. */
export function redirectToSlash(exchange: OpenExchange, { paths, basePath }: RedirectContext): Reply | undefined {
  const { incoming, trace, world } = exchange
  const { status } = world.rules.of(catalogue['routing.trailing-slash'])
  if (status === undefined) return undefined
  const [operation] = paths.servedWithSlash(world.rules, incoming.path)
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
