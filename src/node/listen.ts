import { createServer, type RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Fate, fateOf } from '../server/fate.ts'
import type { Engine } from '../server/engine.ts'
import type { Listening } from '../server/simulator.ts'
import { fastPath } from './fast-path.ts'

/**
 * Serves an engine over HTTP.
 * @throws the error of the operating system, e.g. EADDRINUSE
 */
export async function listen(
  engine: Engine,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const any = longWay(engine)
  const plain = fastPath(engine, carry)
  const server = createServer((message, outgoing) => {
    if (plain(message, outgoing)) return
    any().then(
      (listener) => listener(message, outgoing),
      () => outgoing.destroy(),
    )
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

/** The way that takes every request; it is loaded when the first one needs it. */
function longWay(engine: Engine): () => Promise<RequestListener> {
  const load = async (): Promise<RequestListener> => {
    const [{ getRequestListener }, { RESPONSE_ALREADY_SENT }] = await Promise.all([
      import('@hono/node-server'),
      import('@hono/node-server/utils/response'),
    ])
    const listener = getRequestListener(
      async (request, env) => {
        const response = await engine.respond(request)
        const fate = fateOf(response)
        if (fate === undefined || !hasOutgoing(env)) return response
        carryOut(fate, response, env.outgoing)
        return RESPONSE_ALREADY_SENT
      },
      // The global Request and Response belong to the process, which may be somebody's tests.
      // A probe of HTTP/1.0 may name no host.
      { overrideGlobalObjects: false, hostname: 'localhost' },
    )
    return (message, outgoing) => void listener(message, outgoing)
  }
  let loaded: Promise<RequestListener> | undefined
  return () => (loaded ??= load())
}

const hasOutgoing = (env: object): env is { readonly outgoing: ServerResponse } =>
  'outgoing' in env && env.outgoing instanceof ServerResponse

/** Sends a response, or what a fault makes of it. */
async function carry(response: Response, outgoing: ServerResponse): Promise<void> {
  const fate = fateOf(response)
  if (fate !== undefined) return carryOut(fate, response, outgoing)
  const body = Buffer.from(await response.arrayBuffer())
  if (body.byteLength > 0) response.headers.set('content-length', String(body.byteLength))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(body)
}

/** Does to the socket what the fault asks for. */
function carryOut(fate: Fate, response: Response, outgoing: ServerResponse): void {
  const { socket } = outgoing
  if (fate.kind === 'reset') socket?.resetAndDestroy()
  else if (fate.kind === 'closed') socket?.destroy()
  else {
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.flushHeaders()
    if (fate.kind === 'chunked') void sendAll(fate.send, outgoing)
    else {
      if (fate.sentBytes > 0) outgoing.write(fate.body.subarray(0, fate.sentBytes))
      socket?.end()
    }
  }
}

async function sendAll(
  send: (write: (bytes: Uint8Array) => void) => Promise<boolean>,
  outgoing: ServerResponse,
): Promise<void> {
  const isWhole = await send((bytes) => void outgoing.write(bytes))
  if (isWhole) outgoing.end()
  else outgoing.destroy()
}

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

/** A host that stands for all addresses is reached by loopback. */
function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
