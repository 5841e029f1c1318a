import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { TrieRouter } from 'hono/router/trie-router'
import { frontOf } from '../control/access.ts'
import type { Outcome, Reply } from '../testing/faults/effect.ts'
import { addressOf, isSandboxName, prefixOf } from '../sandbox/address.ts'
import { BodyBrokeOffError } from '../sandbox/read-body.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import { asResponse, responseOf } from './as-response.ts'
import { type Incoming, incomingRequest } from './incoming.ts'
import { NetworkError, type NodeFetch } from './network-error.ts'
import { findMatch, type Match } from './path-table.ts'
import { handle, noSandbox, type Server } from './pipeline.ts'
import { isStubbed, type OnPreflight, preflight } from './preflight.ts'
import type { Service } from './service.ts'
import { corsHeaders } from './cors.ts'
import { toHeaderValue, ownReply, refusalBody } from './response.ts'
import { describePlaces, type UnmatchedContext } from './unmatched.ts'
import { catalogue } from '../marketplace/catalogue.ts'

export interface AppOptions extends Server {
  readonly onPreflight: OnPreflight | undefined
  /** In Node. */
  readonly nodeFetch: NodeFetch | undefined
  /** Makes what answers for the control API, the description of the interface and the pages: the first request for one needs it. */
  readonly openService: () => Service
}

/** Everything that a server answers. */
export interface App {
  readonly app: Hono
  /** The same for carriers that have no request of the fetch standard; undefined for what only the app answers. */
  readonly handle: (incoming: Incoming) => Promise<Outcome> | undefined
}

export function createApp({ openService, onPreflight, nodeFetch, ...server }: AppOptions): App {
  const app = new Hono({ router: new TrieRouter(), getPath: (request) => addressOf(request).path })
  const respond = async (c: Context, match?: Match): Promise<Response> => {
    const incoming = incomingRequest(c.req.raw, unnamedIn(c))
    return asResponse(await handle(incoming, match, server), incoming, nodeFetch)
  }
  const ofApi = (c: Context): Promise<Response> => respond(c, findMatch(c.req.method, c.req.path))

  let service: Service | undefined
  const elsewhere = async (c: Context): Promise<Response> => {
    const request = c.req.raw
    const { sandbox: name = unnamedIn(c) ?? DEFAULT_SANDBOX, path } = addressOf(request)
    if (!isSandboxName(name)) return responseOf(noSandbox(name, request.headers.get('origin')))
    const sandbox = isReadOnly(request.method, path) ? server.sandboxes.peek(name) : server.sandboxes.enter(name)
    sandbox.busy += 1
    try {
      service ??= openService()
      return await service.fetch(request, { sandbox })
    } finally {
      sandbox.busy -= 1
    }
  }
  if (server.hasPages) {
    // Browsers ask for these by themselves, or for somebody who looks: no client does, so neither is an exchange.
    app.on('GET', ['/', '/_sim'], (c, next) =>
      isBrowser(c) ? c.redirect(dashboardFrom(c, frontOf(c, server.basePath).path)) : next(),
    )
    app.get('/favicon.ico', (c) => c.body(null, 204))
    app.all('/docs', elsewhere).all('/docs/*', elsewhere)
  }
  app.on(['GET'], probePaths, (c, next) => {
    const incoming = incomingRequest(c.req.raw, unnamedIn(c))
    const { sandbox: name = DEFAULT_SANDBOX } = incoming
    const isStubbed = isSandboxName(name) && server.sandboxes.peek(name).world.stubs.isAt(incoming.path)
    return isStubbed ? next() : responseOf(answerProbe(incoming, server))
  })
  app.all('/_sim/*', elsewhere).get('/openapi.json', elsewhere)

  const allow = (c: Context): Response | Promise<Response> => {
    const incoming = incomingRequest(c.req.raw, unnamedIn(c))
    const { sandbox: name = DEFAULT_SANDBOX } = incoming
    if (!isSandboxName(name)) return responseOf(noSandbox(name, incoming.headers.value('origin')))
    const sandbox = server.sandboxes.enter(name)
    return isStubbed(incoming, sandbox) ? respond(c) : preflight(incoming, sandbox, onPreflight)
  }
  app.options('/api/*', allow)
  // A page learns that a path is none from the response: a browser that may not ask tells it nothing.
  app.options('*', (c, next) => (c.req.header('access-control-request-method') === undefined ? next() : allow(c)))

  app.all('/api/*', ofApi).notFound(ofApi)
  app.onError((error) => {
    if (error instanceof NetworkError || error instanceof BodyBrokeOffError) throw error
    return responseOf(server.defect(error))
  })
  const isElsewhere = ({ method, path }: Incoming): boolean => {
    const [first] = app.router.match(method === 'HEAD' ? 'GET' : method, path)[0]
    return first !== undefined && first[0][0] !== ofApi
  }
  return {
    app,
    handle: (incoming) => {
      const match = findMatch(incoming.method, incoming.path)
      return match === undefined && isElsewhere(incoming) ? undefined : handle(incoming, match, server)
    },
  }
}

/**
 * What leaves no exchange, and makes no sandbox: it shows something to people and tests. A control call that changes
 * a sandbox makes it by itself.
 */
const isReadOnly = (method: string, path: string): boolean =>
  /^\/_sim(\/|$)/.test(path) || ((method === 'GET' || method === 'HEAD') && /^\/(docs|openapi\.json)(\/|$)/.test(path))

/** Relative where the server does not know the path of a proxy that stands before it. */
function dashboardFrom({ req: { raw, url } }: Context, path: string): string {
  const prefix = prefixOf(raw)
  if (path !== '') return `${path}${prefix}/_sim/ui`
  return new URL(url).pathname.endsWith('/') ? '_sim/ui' : `${prefix.slice(1)}/_sim/ui`
}

/** Under this name the bindings of a request say where it goes when it names no sandbox. */
export const UNNAMED = 'X-Sim-Sandbox'

/** A worker calls with bindings of its own, or without any. */
function unnamedIn(c: Context): string | undefined {
  const env: unknown = c.env
  const name = typeof env === 'object' && env !== null && UNNAMED in env ? env[UNNAMED] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Who opens an address; programs take JSON, or anything. */
const isBrowser = (c: Context): boolean =>
  accepts(c, {
    header: 'Accept',
    supports: ['text/html', 'application/json'],
    default: 'application/json',
  }) === 'text/html'

/** What load balancers, orchestrators and scrapers ask by themselves. No client of the interface does, so it is not an exchange. */
const probePaths = ['/', '/healthz', '/livez', '/readyz', '/metrics']

const placeOf = (path: string): string =>
  path === '/metrics' ? '/_sim/metrics has the metrics of the server' : '/_sim/health has the state of the simulator'

/** Says where health is or metrics are. `/` is answered with 200: tools that wait for a server ask for its base URL. */
function answerProbe({ path, prefix, headers }: Incoming, { hasPages }: Pick<UnmatchedContext, 'hasPages'>): Reply {
  const cors = corsHeaders(headers.value('origin'))
  if (path === '/') return ownReply(200, { msg: `rental-sim: ${describePlaces(prefix, hasPages)}` }, cors)
  const { status, error } = catalogue['routing.unknown-path']
  const hint = toHeaderValue(prefix + placeOf(path))
  return ownReply(status, refusalBody('flagged', error, `there is no ${path}`), { ...cors, 'x-sim-hint': hint })
}
