import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Engine } from '../server/engine.ts'
import type { Listening } from '../server/simulator.ts'
import { carryOut } from './carry-out.ts'
import { discardBody, incomingMessage } from './incoming-message.ts'

/**
 * Serves an engine over HTTP.
 * @throws the error of the operating system, e.g. EADDRINUSE
 */
export async function listen(
  engine: Engine,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const byFetch = fetchListener(engine)
  const server = createServer((message, out) => {
    const incoming = incomingMessage(message, out)
    const outcome = incoming && engine.handle(incoming)
    if (outcome === undefined) return byFetch(message, out)
    if (outcome instanceof Promise) void outcome.then((settled) => carryOut(settled, out))
    else carryOut(outcome, out)
    if (message.readableFlowing === null) discardBody(message)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  let closed: Promise<void> | undefined
  return {
    url: urlOf(host, isAddressInfo(address) ? address.port : port),
    close: () =>
      (closed ??= new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)))
        engine.close()
        server.closeAllConnections()
      })),
  }
}

/** For what is no part of the interface; the adaptor is loaded when the first such request comes. */
function fetchListener(engine: Engine): RequestListener {
  const load = async (): Promise<RequestListener> => {
    const { getRequestListener } = await import('@hono/node-server')
    return getRequestListener(
      (request) => engine.respond(request),
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

/** A host that stands for all addresses is reached by loopback. */
function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
