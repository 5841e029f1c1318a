import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Simulator } from '../simulator.ts'

export interface Listening {
  /** Base URL, without a slash at its end. */
  readonly url: string
  /** Ends at once: open connections too. */
  readonly close: () => Promise<void>
}

/**
 * Serves a simulator over HTTP.
 * @throws the error of the operating system, e.g. EADDRINUSE
 */
export async function listen(simulator: Simulator, { host, port }: { host: string; port: number }): Promise<Listening> {
  const server = createAdaptorServer({ fetch: (request) => simulator.fetch(request) })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    url: urlOf(host, isAddressInfo(address) ? address.port : port),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)))
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

/** A host that stands for all addresses is reached by loopback. */
function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
