import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as SocketServer, type Socket } from 'node:net'
// Those of jsdom have no unref(), and tests fake the global ones.
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'

/** Proxies mostly cut a response of which nothing came for a minute. */
export const SECONDS_BETWEEN_COMMENTS = 20

/** The open connections of a server, and the answers under way on them. */
export class Connections {
  readonly #server: Server
  /** The response under way of each connection, the latest of several; undefined between two requests. */
  readonly #latest = new Map<Socket, ServerResponse | undefined>()
  readonly #eventStreams = new Set<ServerResponse>()
  #isEnding = false

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => {
      this.#latest.set(socket, undefined)
      socket.once('close', () => this.#latest.delete(socket))
    })
  }

  /** Notes that a request has come. */
  noteRequest({ socket }: IncomingMessage, out: ServerResponse): void {
    this.#latest.set(socket, out)
    // An idle connection would keep its last request in memory, with the body.
    out.once('close', () => {
      if (this.#latest.get(socket) === out) this.#latest.set(socket, undefined)
    })
    if (this.#isEnding) endAfter(out, socket)
  }

  /** Whether no response has gone out in part, which further bytes would spoil. */
  isBetweenResponses(socket: Socket): boolean {
    const out = this.#latest.get(socket)
    // One that waits for another before it has no socket yet.
    return out === undefined || out.writableFinished || (out.socket !== null && !out.headersSent)
  }

  /** Keeps a stream of server-sent events open with comments, which clients ignore, until client or server leave. */
  keepOpen(events: ServerResponse): void {
    const timer = setInterval(() => events.write(':\n\n'), SECONDS_BETWEEN_COMMENTS * 1000).unref()
    this.#eventStreams.add(events)
    events.once('close', () => {
      clearInterval(timer)
      this.#eventStreams.delete(events)
    })
  }

  /**
   * Takes no new connections and ends idle ones at once, the others after the response that is under way.
   * @param graceMs after this they are cut
   */
  async end(graceMs: number): Promise<void> {
    this.#isEnding = true
    const ended = new Promise<void>((resolve, reject) => {
      // That of an HTTP server would cut responses that are written, but not yet sent.
      // In Bun there is no other.
      const closing = this.#server instanceof SocketServer ? SocketServer.prototype : this.#server
      closing.close.call(this.#server, (error) => (error === undefined ? resolve() : reject(error)))
    })
    for (const events of this.#eventStreams) events.destroy()
    for (const [socket, out] of this.#latest) {
      if (graceMs === 0 || out === undefined || out.writableFinished) socket.destroy()
      else endAfter(out, socket)
    }
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs)
    try {
      await ended
    } finally {
      clearTimeout(timer)
      // Ends the timer of Node that looks for requests that take too long.
      this.#server.close()
    }
  }
}

/** Ends a connection after a response, which says so if it has not begun. */
function endAfter(out: ServerResponse, socket: Socket): void {
  if (out.headersSent) out.once('finish', () => socket.destroySoon())
  else out.shouldKeepAlive = false
}
