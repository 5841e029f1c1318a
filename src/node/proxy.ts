import { once } from 'node:events'
import { createServer, type IncomingMessage, request as overHttp, type ServerResponse } from 'node:http'
import { request as overHttps } from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** A request and the whole answer to it, as both went through. */
export interface Forwarded {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly requestHeaders: readonly string[]
  readonly requestText: string
  readonly status: number
  readonly responseHeaders: readonly string[]
  /** Undefined where it has more than can be judged, or is in no encoding that can be undone. */
  readonly responseText: string | undefined
  readonly contentType: string | undefined
  /** Unix milliseconds. */
  readonly startedMs: number
  readonly endedMs: number
}

interface Listeners {
  readonly onForwarded: (forwarded: Forwarded) => void
  /** Takes the reason why a request got no whole answer. */
  readonly onBroken: (reason: string) => void
}

const MAX_JUDGED_BYTES = 16 * 1024 * 1024

/** Headers that belong to one connection; Node writes those of the other one. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection', 'expect', 'upgrade'])

/** Forwards requests to a service and its answers back, as they are: no redirect is followed, nothing is decoded. */
export async function openProxy(service: URL, listeners: Listeners) {
  const server = createServer((incoming, outgoing) => forward(service, incoming, outgoing, listeners))
  // Where the service hangs, the client decides how long to wait.
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function forward(service: URL, incoming: IncomingMessage, outgoing: ServerResponse, listeners: Listeners): void {
  const { method = 'GET', url: target = '/', rawHeaders } = incoming
  const startedMs = Date.now()
  const sent = new BodyRecorder()
  const received = new BodyRecorder()
  const base = service.pathname.replace(/\/$/, '')
  const onward = (service.protocol === 'https:' ? overHttps : overHttp)({
    protocol: service.protocol,
    hostname: service.hostname.replace(/^\[|\]$/g, ''),
    port: service.port,
    path: base + target,
    method,
    agent: false,
    headers: endToEndHeaders(rawHeaders, { host: service.host }),
  })
  let isDone = false
  const breakOff = (error?: unknown): void => {
    if (isDone) return
    isDone = true
    listeners.onBroken(error instanceof Error ? error.message || error.name : 'the client did not wait for its end')
    onward.destroy()
    incoming.socket.destroy()
  }
  onward.on('error', breakOff)
  onward.on('response', (response) => {
    const { statusCode: status = 0, statusMessage, headers } = response
    outgoing.sendDate = false
    outgoing.writeHead(status, statusMessage, endToEndHeaders(response.rawHeaders)).flushHeaders()
    response.on('data', (part: Buffer) => received.add(part))
    response.on('error', breakOff)
    response.on('end', () => {
      isDone = true
      listeners.onForwarded({
        method,
        target,
        requestHeaders: rawHeaders,
        requestText: sent.text() ?? '',
        status,
        responseHeaders: response.rawHeaders,
        responseText: received.text(headers['content-encoding']),
        contentType: headers['content-type'],
        startedMs,
        endedMs: Date.now(),
      })
    })
    response.pipe(outgoing)
  })
  outgoing.on('close', () => breakOff())
  incoming.on('data', (part: Buffer) => sent.add(part))
  incoming.pipe(onward)
}

/** Names and values in turn, as they were written. */
function endToEndHeaders(raw: readonly string[], instead: Readonly<Record<string, string>> = {}): string[] {
  const kept: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2)
    if (!CONNECTION_HEADERS.has(name.toLowerCase())) kept.push(name, instead[name.toLowerCase()] ?? value)
  }
  return kept
}

/** The bytes of a body, up to as many as are judged. */
class BodyRecorder {
  readonly #parts: Buffer[] = []
  #bytes = 0

  add(part: Buffer): void {
    this.#bytes += part.length
    if (this.#bytes <= MAX_JUDGED_BYTES) this.#parts.push(part)
  }

  /** Undefined where there are too many bytes, or the encoding cannot be undone. */
  text(encoding = 'identity'): string | undefined {
    const decode = decoders.get(encoding.trim().toLowerCase())
    if (this.#bytes > MAX_JUDGED_BYTES || decode === undefined) return undefined
    try {
      return decode(Buffer.concat(this.#parts), { maxOutputLength: MAX_JUDGED_BYTES }).toString('utf8')
    } catch {
      return undefined
    }
  }
}

type Decode = (bytes: Buffer, limit: { maxOutputLength: number }) => Buffer

const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['identity', (bytes) => bytes],
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])
