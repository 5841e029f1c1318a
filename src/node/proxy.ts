import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as overHttp,
  type ServerResponse,
} from 'node:http'
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
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'te', 'expect', 'upgrade']

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
  let onward: ClientRequest | undefined
  let isDone = false
  const breakOff = (error?: unknown): void => {
    if (isDone) return
    isDone = true
    listeners.onBroken(error instanceof Error ? error.message || error.name : 'the client did not wait for its end')
    onward?.destroy()
    incoming.socket.destroy()
  }
  /** What Node refuses to send ends this exchange alone. */
  const unlessRefused = (act: () => void): void => {
    try {
      act()
    } catch (error) {
      breakOff(error)
    }
  }
  const answer = (response: IncomingMessage): void => {
    const { statusCode: status = 0, statusMessage, headers, rawHeaders: responseHeaders } = response
    outgoing.sendDate = false
    outgoing.writeHead(status, statusMessage, endToEndHeaders(responseHeaders).flat())
    // Node writes the head in the encoding of the first part: bytes stay bytes before a buffer.
    outgoing.write(NO_BYTES)
    response.on('data', (part: Buffer) => received.add(part))
    response.on('error', breakOff)
    response.on('end', () =>
      unlessRefused(() => {
        isDone = true
        if (isChunked(responseHeaders)) outgoing.addTrailers(pairsOf(response.rawTrailers))
        outgoing.end()
        listeners.onForwarded({
          method,
          target,
          requestHeaders: rawHeaders,
          requestText: sent.text() ?? '',
          status,
          responseHeaders,
          responseText: received.text(headers['content-encoding']),
          contentType: headers['content-type'],
          startedMs,
          endedMs: Date.now(),
        })
      }),
    )
    response.pipe(outgoing, { end: false })
  }
  outgoing.on('close', () => breakOff())
  outgoing.on('error', breakOff)
  incoming.on('error', breakOff)
  if (pairsOf(rawHeaders).filter(([name]) => /^host$/i.test(name)).length > 1) {
    isDone = true
    outgoing.writeHead(400).end()
    return
  }
  unlessRefused(() => {
    const sentHeaders = [
      ['Host', service.host] as const,
      ...endToEndHeaders(rawHeaders).filter(([name]) => !/^host$/i.test(name)),
    ]
    const hasBody = pairsOf(rawHeaders).some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
    const request = (service.protocol === 'https:' ? overHttps : overHttp)({
      protocol: service.protocol,
      hostname: service.hostname.replace(/^\[|\]$/g, ''),
      port: service.port,
      path: service.pathname.replace(/\/$/, '') + target,
      method,
      agent: false,
      headers: hasBody ? sentHeaders.flat() : byName(sentHeaders),
    })
    onward = request
    // Without a body Node would say that it comes in chunks.
    if (!hasBody) request.useChunkedEncodingByDefault = false
    request.on('error', breakOff)
    request.on('response', (response) => unlessRefused(() => answer(response)))
    incoming.on('data', (part: Buffer) => sent.add(part))
    incoming.on('end', () =>
      unlessRefused(() => {
        if (isChunked(rawHeaders)) request.addTrailers(pairsOf(incoming.rawTrailers))
        request.end()
      }),
    )
    incoming.pipe(request, { end: false })
  })
}

const NO_BYTES = Buffer.alloc(0)

type Header = readonly [name: string, value: string]

const pairsOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))

const isChunked = (raw: readonly string[]): boolean =>
  pairsOf(raw).some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value))

/** Headers as they were written, without those of the connection, which it names itself too. Trailers come in chunks alone. */
function endToEndHeaders(raw: readonly string[]): readonly Header[] {
  const pairs = pairsOf(raw)
  const named = pairs.flatMap(([name, value]) =>
    /^connection$/i.test(name) ? value.split(',').map((each) => each.trim().toLowerCase()) : [],
  )
  const dropped = new Set([...CONNECTION_HEADERS, ...named, ...(isChunked(raw) ? [] : ['trailer'])])
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase()))
}

/** The same as an object, where repeated names have lists. */
function byName(headers: readonly Header[]): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of headers) found[name] = found[name] === undefined ? value : [found[name], value].flat()
  return found
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
