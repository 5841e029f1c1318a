import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

/** A proxy before a server, and what ends it. */
interface Proxy {
  /** With the path that it adds. */
  readonly url: string
  readonly port: number
  readonly stop: () => void
}

function end(proxy: Server): void {
  proxy.closeAllConnections()
  proxy.close()
}

/** Proxies for a file of tests: call it once. They end after each test. */
export function throughProxies() {
  const proxies = new Set<Server>()
  afterEach(() => {
    for (const proxy of proxies) end(proxy)
    proxies.clear()
  })
  /** A proxy before a server, below a path. It takes the path off, as nginx does with a slash. */
  return async (to: string, path = '', port = 0): Promise<Proxy> => {
    const proxy = createServer((incoming, outgoing) => {
      const { method, headers, url = '' } = incoming
      const onward = request(
        to + url.slice(path.length),
        { method, headers: { ...headers, 'x-forwarded-prefix': path, 'x-forwarded-proto': 'https' } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(outgoing)
        },
      )
      onward.on('error', () => outgoing.destroy())
      outgoing.on('close', () => onward.destroy())
      incoming.pipe(onward)
    })
    proxies.add(proxy)
    await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
    const used = (proxy.address() as AddressInfo).port
    return { url: `http://127.0.0.1:${used}${path}`, port: used, stop: () => end(proxy) }
  }
}
