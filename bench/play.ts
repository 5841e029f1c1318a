import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { headersOf, type Question } from './ask.ts'

/** What a load tool saw. */
export interface Seen {
  readonly seconds: number
  readonly requests: number
  readonly bytes: number
  /** Connections that broke and requests that timed out. */
  readonly errors: number
  /** Answers with a status of 400 or more. */
  readonly refused: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** The first answer that had another status than its question expects, where the tool can tell. */
  readonly wrong?: string
}

export interface Played extends Seen {
  readonly bodyBytes: number
  readonly maxMs: number
}

export interface Play {
  /** Asked in turn, over and over, by each connection for itself. */
  readonly questions: readonly Question[]
  readonly connections: number
  /** The end: a time, a number of requests, or a signal, whichever comes first. */
  readonly seconds?: number
  readonly requests?: number
  readonly signal?: AbortSignal
  /** Whether a connection that has begun a turn of all questions ends it, whatever the end says. */
  readonly whole?: boolean
}

const TIMEOUT_MS = 30_000
export const FIRST_PLAYER = 100
const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'

interface Told {
  requests: number
  bytes: number
  bodyBytes: number
  errors: number
  refused: number
  wrong?: string
  readonly times: number[]
}

type Values = Record<string, string>

const fill = (text: string, values: Values): string =>
  text.includes('<') ? text.replaceAll(/<(\w+)>/g, (whole, name: string) => values[name] ?? whole) : text

function written(question: Question, values: Values): string {
  const body =
    question.json === undefined ? '' : fill(JSON.stringify(question.json), values).replaceAll(/"#(\d+)"/g, '$1')
  const headers = Object.entries(headersOf(question)).map(([name, value]) => `${name}: ${fill(value, values)}\r\n`)
  const length = question.method === 'GET' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return `${question.method} ${fill(question.path, values)} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers.join('')}${length}\r\n${body}`
}

/** Whether the same bytes can be sent each time, without knowing what was answered. */
export const isFixed = ({ path, json, takes, once }: Question): boolean =>
  takes === undefined && once === undefined && !path.includes('<') && !JSON.stringify(json ?? '').includes('<')

/** Plays conversations: unlike wrk, each connection knows what it was answered. */
export async function play(url: string, { questions, connections, ...end }: Play): Promise<Played> {
  const startedAt = performance.now()
  const until = startedAt + (end.seconds ?? Infinity) * 1000
  const told: Told = { requests: 0, bytes: 0, bodyBytes: 0, errors: 0, refused: 0, times: [] }
  let sent = 0
  const isOver = (): boolean =>
    performance.now() >= until || end.signal?.aborted === true || sent >= (end.requests ?? Infinity)
  const next = (midway: boolean): boolean => {
    if (!(end.whole && midway) && isOver()) return false
    sent += 1
    return true
  }
  const prepared = questions.map((question) => (isFixed(question) ? written(question, {}) : undefined))
  await Promise.all(
    Array.from({ length: connections }, (_, number) => player(url, number, { questions, prepared, next, told })),
  )
  const sorted = Float64Array.from(told.times).toSorted()
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN
  const { times: _, ...counts } = told
  return { ...counts, seconds: (performance.now() - startedAt) / 1000, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

interface Part {
  readonly questions: readonly Question[]
  readonly prepared: readonly (string | undefined)[]
  readonly next: (midway: boolean) => boolean
  readonly told: Told
}

/** One connection, which asks when it has been answered. */
function player(url: string, number: number, { questions, prepared, next, told }: Part): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, timeout: TIMEOUT_MS })
  const values: Values = { player: String(FIRST_PLAYER + number) }
  let at = -1
  let loop = 0
  let question: Question | undefined
  let sentAt = 0
  let over = false
  let head = ''
  let parts: Buffer[] = []
  /** Of the body; undefined until the head has come, infinite when only its end tells. */
  let missing: number | undefined

  const advance = (): void => {
    do {
      at += 1
      if (at === questions.length) {
        at = 0
        loop += 1
      }
      question = questions[at]
    } while (question?.once && loop > 0)
  }
  const send = (): void => {
    if (!next(at >= 0 && at < questions.length - 1)) {
      over = true
      socket.destroy()
      return
    }
    advance()
    missing = undefined
    parts = []
    values['loop'] = String(loop)
    sentAt = performance.now()
    if (question !== undefined) socket.write(prepared[at] ?? written(question, values))
  }
  const answered = (): void => {
    told.times.push(performance.now() - sentAt)
    told.requests += 1
    const status = Number(head.slice(9, 12))
    if (status >= 400) told.refused += 1
    if (status !== (question?.status ?? 200)) {
      told.wrong ??= `${question?.method} ${question?.path}: ${status} ${Buffer.concat(parts).toString().slice(0, 200)}`
    }
    if (question?.takes !== undefined) {
      const text = Buffer.concat(parts).toString()
      for (const [name, expression] of Object.entries(question.takes)) values[name] = expression.exec(text)?.[1] ?? ''
    }
    send()
  }
  const bodyCame = (part: Buffer): void => {
    told.bodyBytes += part.length
    // Only who reads an answer pays for keeping it.
    if (question?.takes !== undefined || parts.length === 0) parts.push(part)
    missing = (missing ?? 0) - part.length
    if (missing <= 0 || (missing === Infinity && part.subarray(-LAST_CHUNK.length).toString() === LAST_CHUNK))
      answered()
  }
  socket.on('data', (part: Buffer) => {
    told.bytes += part.length
    if (missing !== undefined) return bodyCame(part)
    const all = parts.length === 0 ? part : Buffer.concat([...parts, part])
    const end = all.indexOf(HEAD_END)
    if (end === -1) {
      parts = [all]
      return
    }
    head = all.toString('latin1', 0, end)
    parts = []
    missing = head.startsWith('204', 9) ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Infinity)
    bodyCame(all.subarray(end + HEAD_END.length))
  })
  socket.once('connect', send)
  socket.on('timeout', () => socket.destroy())
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    socket.once('close', () => {
      if (!over) {
        told.errors += 1
        // It waited for so long.
        told.times.push(performance.now() - sentAt)
      }
      resolve()
    })
  })
}
