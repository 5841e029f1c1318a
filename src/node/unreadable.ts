import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Connections } from './connections.ts'

/** What a request that the parser of Node refuses may have been: never a part of what was sent, which may be a secret. */
const guesses = {
  tls: 'TLS on a port for HTTP: the base URL begins with http://',
  http2: 'HTTP/2: this server speaks HTTP/1.1',
  connect: "a proxy's CONNECT",
  noHost: 'no Host',
  host: 'a Host that is none of a URL',
  target: 'a target that is neither a path nor a URL, or has a backslash',
  longHead: 'a head of over 16 KiB',
  letters: 'letters beyond ASCII in the URL: percent-encode them',
  url: 'a blank or a control character in the URL: percent-encode it',
  method: 'an unknown method',
  surplus: 'bytes after the body: Content-Length counts bytes, not letters',
  chunk: 'a wrong chunk',
  late: 'a request that was not there in time',
  header: 'a wrong header, length or version',
  none: 'no HTTP',
} as const

export type UnreadableGuess = (typeof guesses)[keyof typeof guesses]

/** Tells of requests that never reach a listener for requests, and answers them as Node would. */
export function answerUnreadable(
  server: Server,
  connections: Connections,
  onUnreadable: (guess: UnreadableGuess) => void,
): void {
  server.on('clientError', (error: ParserError, socket) => {
    if (socket instanceof Socket) {
      const guess = guessOf(error, socket.bytesRead)
      if (guess !== undefined) onUnreadable(guess)
      if (socket.writable && connections.isBetweenResponses(socket)) socket.write(answerTo(error.code))
    }
    socket.destroy(error)
  })
  server.on('connect', (_message, socket) => {
    onUnreadable(guesses.connect)
    socket.destroy()
  })
}

const PLAIN_HOST = /^[a-z\d._-]+(?::[1-5]?\d{1,4})?$/

/**
 * Refuses a request that has to name its host and does not, or names none of a URL, as Node would. The host of others
 * becomes that of a URL: `[::1]` for `[0:0:0:0:0:0:0:1]`.
 * @returns whether it did
 */
export function refuseWrongHost(
  { headers, httpVersion }: IncomingMessage,
  out: ServerResponse,
  onUnreadable: (guess: UnreadableGuess) => void,
): boolean {
  const { host } = headers
  // A probe of HTTP/1.0 may name no host.
  if (host === '' || (host === undefined && httpVersion !== '1.1')) return false
  const named = host === undefined ? undefined : urlHost(host)
  if (named === undefined) refuseUnreadable(out, host === undefined ? guesses.noHost : guesses.host, onUnreadable)
  else headers.host = named
  return named === undefined
}

function urlHost(host: string): string | undefined {
  if (PLAIN_HOST.test(host)) return host
  // Node reads headers as Latin-1; a name beyond ASCII is sent as UTF-8.
  const url = `http://${Buffer.from(host, 'latin1').toString()}`
  return /[\s/?#@\\]/.test(host) || !URL.canParse(url) ? undefined : new URL(url).host
}

/** Refuses a request with a target that is no URL. */
export const refuseTarget = (out: ServerResponse, onUnreadable: (guess: UnreadableGuess) => void): void =>
  refuseUnreadable(out, guesses.target, onUnreadable)

function refuseUnreadable(
  out: ServerResponse,
  guess: UnreadableGuess,
  onUnreadable: (guess: UnreadableGuess) => void,
): void {
  onUnreadable(guess)
  out.writeHead(400, { Connection: 'close' }).end()
}

interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** @returns undefined where the client hung up, or sent nothing: browsers open connections that they may need */
function guessOf(error: ParserError, bytesRead: number): UnreadableGuess | undefined {
  const { code = '', message, rawPacket, bytesParsed = 0 } = error
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return bytesRead === 0 ? undefined : guesses.late
  if (!code.startsWith('HPE_') || code === 'HPE_INVALID_EOF_STATE') return undefined
  // The request, or the part of it that came last.
  const packet = rawPacket?.toString('latin1') ?? ''
  if (/chunk/i.test(message)) return guesses.chunk
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return guesses.longHead
    case 'HPE_INVALID_URL':
      return packet.charCodeAt(bytesParsed) > 0x7f ? guesses.letters : guesses.url
    case 'HPE_PAUSED_H2_UPGRADE':
      return guesses.http2
    case 'HPE_INVALID_METHOD':
      if (packet.startsWith('\u0016\u0003')) return guesses.tls
      // More than the beginning of a method was read.
      if (/[^A-Z-]/.test(packet.slice(0, bytesParsed))) return guesses.surplus
      return /^[\w-]+ \S+ HTTP\//.test(packet) ? guesses.method : guesses.none
    case 'HPE_INVALID_CONSTANT':
      return /^[A-Z-]+ [^\r\n]+ HTTP\//.test(packet) ? guesses.url : guesses.none
    default:
      return guesses.header
  }
}

/** A page of another origin may read that its head was too long. */
const furtherHeaders: Readonly<Record<number, string>> = { 431: 'Access-Control-Allow-Origin: *\r\n' }

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function answerTo(code = ''): string {
  const status = statuses[code] ?? 400
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${furtherHeaders[status] ?? ''}Connection: close\r\n\r\n`
}
