import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
// The global one may be faked by the tests that this server serves.
import { setImmediate } from 'node:timers'
import type { AnswerRoom } from '../server/incoming.ts'

/** While more bytes than this wait for clients to take them, no further answer is made that may be long. */
export const MAX_WAITING_BYTES = 64 * 1024 * 1024

/** A client that takes nothing of its answer for so long loses its connection. */
export const STALLED_SECONDS = 10

/** Answers up to this size are not counted: there is one for each connection, and the system takes it at once. */
const SHORT_BYTES = 16 * 1024

/** So long may the requests take that begin in one turn of the event loop. */
const TURN_MS = 20

/** Probes are short, and never wait. */
const PROBE = /\/_sim\/(health|metrics)$/

/** Bounds the bytes of answers that have been made and not yet been taken. */
export class AnswersUnderWay {
  readonly #maxBytes: number
  /** By connection: what begins the requests that came while an earlier one was answered. */
  readonly #queues = new Map<Socket, (() => void)[]>()
  /** What begins requests for which there was no time in an earlier turn of the event loop. */
  readonly #toBegin: (() => void)[] = []
  /** What lets the next answer be made. */
  readonly #waiting: (() => void)[] = []
  #turnBegan: number | undefined
  #bytes = 0
  #isMaking = false
  #isWaking = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Begins a request once the answer before it on its connection has gone: what a client does not read, it cannot ask for. */
  begin({ socket, url = '' }: IncomingMessage, out: ServerResponse, begin: () => void): void {
    const queue = this.#queues.get(socket)
    const start = (): void => {
      // Node ends a connection after its timeout.
      out.once('prefinish', () => out.writableLength > 0 && socket.setTimeout(STALLED_SECONDS * 1000))
      out.once('close', () => this.#beginNext(socket))
      begin()
    }
    if (queue === undefined) {
      this.#queues.set(socket, [])
      return PROBE.test(url) || !this.#isTurnLong() ? start() : this.#beginLater(start)
    }
    queue.push(start)
    socket.pause()
  }

  /** The room for one answer. */
  roomFor(out: ServerResponse): AnswerRoom {
    return {
      isFull: () => !this.#hasRoom,
      turn: () => new Promise((resolve) => this.#waiting.push(resolve)),
      count: (bytes) => this.#count(bytes, out),
    }
  }

  /** Makes an answer that a page or a control call shows, once no other one is being made and there is room. */
  async make<Answer>({ method, url = '' }: IncomingMessage, out: ServerResponse, make: () => Promise<Answer>) {
    const waits = (method === 'GET' || method === 'HEAD') && !PROBE.test(url)
    if (!waits) return make()
    while (this.#isMaking || !this.#hasRoom) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isMaking = true
    out.once('prefinish', () => this.#count(out.writableLength, out))
    try {
      return await make()
    } finally {
      // By then the answer is written, and counted.
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
    this.#beginLater(next)
  }

  /** Whether the requests that began in this turn of the event loop have taken so long that others are to come between. */
  #isTurnLong(): boolean {
    const now = performance.now()
    if (this.#turnBegan === undefined) setImmediate(() => (this.#turnBegan = undefined))
    this.#turnBegan ??= now
    return this.#toBegin.length > 0 || now - this.#turnBegan > TURN_MS
  }

  /** Begins a request in a turn to come, one in each: a client that sends many at once leaves room for others. */
  #beginLater(start: () => void): void {
    this.#toBegin.push(start)
    if (this.#toBegin.length === 1) setImmediate(() => this.#beginInTurn())
  }

  #beginInTurn(): void {
    this.#toBegin[0]?.()
    this.#toBegin.shift()
    if (this.#toBegin.length > 0) setImmediate(() => this.#beginInTurn())
  }

  /** Counts an answer until it is taken. */
  #count(bytes: number, out: ServerResponse): void {
    if (bytes <= SHORT_BYTES || out.destroyed) return
    this.#bytes += bytes
    out.once('close', () => {
      this.#bytes -= bytes
      this.#wakeNext()
    })
  }

  get #hasRoom(): boolean {
    return this.#bytes <= this.#maxBytes
  }

  #wakeNext(): void {
    if (this.#isWaking || this.#isMaking || !this.#hasRoom) return
    const wake = this.#waiting.shift()
    if (wake === undefined) return
    this.#isWaking = true
    wake()
    // By then the one that was woken has made its answer.
    setImmediate(() => {
      this.#isWaking = false
      this.#wakeNext()
    })
  }
}
