import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
// The global ones may be faked by the tests that this server serves.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers'

/** While more bytes than this wait for clients to take them, no further long answer is made. */
export const MAX_WAITING_BYTES = 16 * 1024 * 1024

/** A client that takes nothing of its answer for so long loses its connection. */
export const STALLED_SECONDS = 10

/** A request for a long answer is refused with 503 where it has waited for so long. */
export const MAX_WAIT_SECONDS = 30

/** Paths whose answers are long: the journal, states, bundles, descriptions and pages. Probes are short, and never wait. */
const LONG = /\/(_sim|docs|openapi\.json)(\/|\?|$)/
const PROBE = /\/_sim\/(health|metrics)$/

/** Bounds the answers that have been made and not yet been taken. */
export class AnswersUnderWay {
  /** By connection: what begins the requests that came while an earlier one was answered. */
  readonly #queues = new Map<Socket, (() => void)[]>()
  /** What lets the next long answer be made. */
  readonly #waiting: (() => void)[] = []
  #waitingBytes = 0
  #isMaking = false

  /** Begins a request once the answer before it on its connection has gone: what a client does not read, it cannot ask for. */
  begin({ socket }: IncomingMessage, out: ServerResponse, begin: () => void): void {
    const queue = this.#queues.get(socket)
    const start = (): void => {
      out.once('prefinish', () => this.#count(socket, out))
      out.once('close', () => this.#beginNext(socket))
      begin()
    }
    if (queue === undefined) {
      this.#queues.set(socket, [])
      return start()
    }
    queue.push(start)
    socket.pause()
  }

  /** Makes a long answer once no other one is being made and clients have taken most of those before. @returns undefined where that took too long */
  async makeLong<Answer>(
    { method, url = '', socket }: IncomingMessage,
    make: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const isLong = (method === 'GET' || method === 'HEAD') && LONG.test(url) && !PROBE.test(url)
    if (!isLong) return make()
    if (!(await this.#turn())) return undefined
    try {
      // Whoever has left meanwhile reads nothing.
      return socket.destroyed ? undefined : await make()
    } finally {
      // By then the answer is written, and counted as far as its client has not taken it.
      setImmediate(() => {
        this.#isMaking = false
        this.#wakeNext()
      })
    }
  }

  #beginNext(socket: Socket): void {
    const queue = this.#queues.get(socket)
    const next = socket.destroyed ? undefined : queue?.shift()
    if (queue === undefined || next === undefined) {
      this.#queues.delete(socket)
      return
    }
    socket.setTimeout(0)
    if (queue.length === 0) socket.resume()
    next()
  }

  #count(socket: Socket, out: ServerResponse): void {
    const bytes = out.writableLength
    if (bytes === 0) return
    this.#waitingBytes += bytes
    // Node ends a connection whose time is out.
    socket.setTimeout(STALLED_SECONDS * 1000)
    out.once('close', () => {
      this.#waitingBytes -= bytes
      this.#wakeNext()
    })
  }

  /** @returns whether the turn came in time */
  #turn(): Promise<boolean> {
    if (this.#isFree && this.#waiting.length === 0) {
      this.#isMaking = true
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#isMaking = true
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(wake), 1)
        resolve(false)
      }, MAX_WAIT_SECONDS * 1000)
      this.#waiting.push(wake)
    })
  }

  get #isFree(): boolean {
    return !this.#isMaking && this.#waitingBytes <= MAX_WAITING_BYTES
  }

  #wakeNext(): void {
    if (this.#isFree) this.#waiting.shift()?.()
  }
}
