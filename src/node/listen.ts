import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OpenSimulator } from '../server/open-simulator.ts'
import type { Listening } from '../server/simulator.ts'
import { AnswersUnderWay, MAX_WAITING_BYTES } from './answers-under-way.ts'
import { carryOut } from './carry-out.ts'
import { Connections } from './connections.ts'
import { discardBody, incomingMessage } from './incoming-message.ts'
import { answerUnreadable, refuseTarget, refuseWrongHost, type UnreadableGuess } from './unreadable.ts'

/** How a server listens. */
export interface ListenSettings {
  readonly host: string
  readonly port: number
  /** Requests may stand below it or not: a proxy cuts it off or not. */
  readonly basePath?: string
  /** How long a connection may be idle between two requests. */
  readonly keepAliveSeconds?: number
  /** Further ones are closed at once. */
  readonly maxConnections?: number
  /** Called when `maxConnections` is reached, and again after it was not. */
  readonly onConnectionsRefused?: (open: number) => void
  /** Called for each request that cannot be read as HTTP, with a guess at the reason. */
  readonly onUnreadable?: (guess: UnreadableGuess) => void
}

/** Longer than the minute for which load balancers keep theirs: else one would send a request to a connection that closes. */
export const KEEP_ALIVE_SECONDS = 75
export const HEADERS_SECONDS = 60
const REQUEST_SECONDS = 300
export const MAX_CONNECTIONS = 10_000
export const MAX_HEAD_BYTES = 16 * 1024

/**
 * Serves an simulator over HTTP.
 * @throws the error of the operating system, e.g. EADDRINUSE
 */
export async function listen(
  simulator: OpenSimulator,
  {
    host,
    port,
    basePath = '',
    keepAliveSeconds = KEEP_ALIVE_SECONDS,
    maxConnections = MAX_CONNECTIONS,
    onConnectionsRefused = () => undefined,
    onUnreadable = () => undefined,
  }: ListenSettings,
): Promise<Listening> {
  const settings = {
    keepAliveTimeout: keepAliveSeconds * 1000,
    headersTimeout: HEADERS_SECONDS * 1000,
    requestTimeout: REQUEST_SECONDS * 1000,
    maxHeaderSize: MAX_HEAD_BYTES,
    // It is refused here, where it is logged.
    requireHostHeader: false,
  }
  const server = createServer(settings, (message, out) => {
    connections.noteRequest(message, out)
    if (refuseWrongHost(message, out, onUnreadable)) return
    if (basePath !== '') message.url = stripBasePath(basePath, message.url)
    underWay.begin(message, out, () => {
      const incoming = incomingMessage(message, out, underWay.roomFor(out))
      if (incoming === undefined) return refuseTarget(out, onUnreadable)
      const outcome = simulator.handle(incoming)
      if (outcome === undefined) return byFetch(message, out)
      void outcome.then((settled) => carryOut(settled, out))
      if (message.readableFlowing === null) discardBody(message)
    })
  })
  const underWay = new AnswersUnderWay(simulator.sandboxes.memory.bound(MAX_WAITING_BYTES))
  const connections = new Connections(server)
  const byFetch = fetchListener(simulator, connections, underWay)
  answerUnreadable(server, connections, onUnreadable)
  server.maxConnections = maxConnections
  let isRefusing = false
  server.on('connection', () => (isRefusing = false))
  server.on('drop', () => {
    if (!isRefusing) onConnectionsRefused(maxConnections)
    isRefusing = true
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, withoutBrackets(host), resolve)
  })
  const address = server.address()
  let closed: Promise<void> | undefined
  return {
    url: urlOf(withoutBrackets(host), isAddressInfo(address) ? address.port : port) + basePath,
    close: (graceMs = 0) => {
      if (closed !== undefined) return closed
      closed = connections.end(graceMs)
      simulator.close()
      return closed
    },
  }
}

/** A target without the path of a proxy. */
function stripBasePath(basePath: string, target = ''): string {
  const rest = target.slice(basePath.length)
  if (!target.startsWith(basePath) || !/^([/?#]|$)/.test(rest)) return target
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** For requests outside the simulated API; the adaptor is loaded when the first such request comes. */
function fetchListener(simulator: OpenSimulator, connections: Connections, underWay: AnswersUnderWay): RequestListener {
  const load = async (): Promise<RequestListener> => {
    const { getRequestListener } = await import('@hono/node-server')
    return getRequestListener(
      async (request, { incoming, outgoing }) => {
        const response =
          incoming instanceof IncomingMessage && outgoing instanceof ServerResponse
            ? await underWay.make(incoming, outgoing, () => simulator.respond(request))
            : await simulator.respond(request)
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
        if (isStream && outgoing instanceof ServerResponse) connections.keepOpen(outgoing)
        return response
      },
      // The global Request and Response belong to the process, which may be somebody's tests.
      // A probe of HTTP/1.0 may name no host.
      { overrideGlobalObjects: false, hostname: 'localhost' },
    )
  }
  let loaded: Promise<RequestListener> | undefined
  return (message, out) => {
    loaded ??= load()
    loaded.then(
      (listener) => listener(message, out),
      () => out.destroy(),
    )
  }
}

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

/** An IPv6 address as the operating system takes it. */
const withoutBrackets = (host: string): string => /^\[(.*)\]$/.exec(host)?.[1] ?? host

/** A host that stands for all addresses is reached by loopback. */
function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
