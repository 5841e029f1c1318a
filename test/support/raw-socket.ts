import { connect, type Socket } from 'node:net'
import { afterEach } from 'vitest'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { START, users } from './simulate.ts'

/** How a connection ends: it goes on, FIN, or RST. */
type End = 'kept' | 'ended' | 'reset'

/** One answer as it arrives. */
export interface Heard {
  /** Absent when no byte came. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** One character a byte. */
  readonly body?: string
  readonly end: End
}

export interface Served {
  readonly url: string
  readonly close: () => Promise<void>
  readonly port: number
  /** What the simulator itself did wrong. */
  readonly defects: readonly Error[]
  /** The control API. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>
  /** Adds a fault. */
  readonly fault: (fault: object) => Promise<void>
  /** Resolves when a fault has met so many requests. */
  readonly metBy: (fault: string, requests?: number) => Promise<void>
}

interface Line {
  readonly send: (bytes: string) => void
  /** All that came so far, once it is as wanted or the connection is over. */
  readonly until: (isWanted: (received: string) => boolean) => Promise<string>
  readonly over: Promise<End>
  readonly hangUp: () => void
}

const servers = new Set<Simulator>()
const sockets = new Set<Socket>()

/** Every file calls it once. */
export function endWhatTestsOpen(): void {
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await Promise.all([...servers].map((server) => server.close()))
    servers.clear()
  })
}

const rows = { cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }] }

/** A server on any free port, under a frozen clock and without rate limits. */
export async function serve(options: SimulatorOptions = {}): Promise<Served> {
  const defects: Error[] = []
  const simulator = createSimulator({
    fixture: { users, ...rows },
    clock: { mode: 'frozen', atMs: Date.parse(START) },
    rateLimit: { enabled: false },
    onDefect: (error) => defects.push(error),
    ...options,
  })
  const url = await simulator.listen()
  servers.add(simulator)
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { Connection: 'close' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return {
    url,
    port: Number(new URL(url).port),
    defects,
    control,
    close: async () => {
      servers.delete(simulator)
      await simulator.close()
    },
    fault: async (fault) => {
      const added = await control('POST', '/_sim/faults', { name: 'f', ...fault })
      if (added.status !== 200) throw new Error(JSON.stringify(added.body))
    },
    metBy: async (name, requests = 1) => {
      const matched = async () => {
        const { faults } = (await control('GET', '/_sim/faults')).body as {
          faults: { name: string; matched: number }[]
        }
        return faults.find((fault) => fault.name === name)?.matched ?? 0
      }
      while ((await matched()) < requests);
    },
  }
}

/** Opens a connection. */
export function dial(port: number): Line {
  let received = ''
  let isReset = false
  let isOver = false
  let look: (() => void) | undefined
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    received += part
    look?.()
  })
  socket.on('error', (error: NodeJS.ErrnoException) => (isReset = error.code === 'ECONNRESET'))
  const over = new Promise<End>((resolve) => {
    socket.on('close', () => {
      isOver = true
      look?.()
      resolve(isReset ? 'reset' : 'ended')
    })
  })
  return {
    over,
    send: (bytes) => void socket.write(bytes),
    hangUp: () => void socket.destroy(),
    until: (isWanted) =>
      new Promise((resolve) => {
        look = () => {
          if (isWanted(received) || isOver) resolve(received)
        }
        look()
      }),
  }
}

export interface Asked {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly connection?: 'keep-alive' | 'close'
}

/** A request as bytes. */
export function bytesOf({ method = 'GET', path, body, connection = 'close' }: Asked): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: sim.test', 'Authorization: Bearer renter-key']
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${text.length}`)
  return [...lines, `Connection: ${connection}`, '', text].join('\r\n')
}

/** Sends one request over a connection of its own; where that is kept, proves it with a second one. */
export async function talk(port: number, asked: Asked): Promise<Heard> {
  const line = dial(port)
  line.send(bytesOf(asked))
  const first = await line.until(isWhole)
  if (asked.connection !== 'keep-alive' || !isWhole(first)) return { ...parsed(first), end: await line.over }
  line.send(bytesOf({ path: '/_sim/health', connection: 'keep-alive' }))
  const both = await line.until((received) => isWhole(received.slice(first.length)))
  if (both.length === first.length) return { ...parsed(first), end: await line.over }
  line.hangUp()
  return { ...parsed(first), end: parsed(both.slice(first.length)).status === 200 ? 'kept' : 'ended' }
}

/** The answer in what came. */
export function parsed(received: string): Omit<Heard, 'end'> {
  if (received === '') return {}
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 2)] as const)
  const body = rest.join('\r\n\r\n')
  return { status: Number(line.split(' ')[1]), headers: lowerCase(headers), body: body === NO_CHUNK ? '' : body }
}

/** A body in chunks that has none. */
const NO_CHUNK = '0\r\n\r\n'

const lowerCase = (headers: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))

/** Whether an answer is there to its end. */
export function isWhole(received: string): boolean {
  if (!received.includes('\r\n\r\n')) return false
  const { status = 0, headers = {}, body = '' } = parsed(received)
  if (status < 200 || status === 204 || status === 304) return true
  if (headers['transfer-encoding'] === 'chunked') return received.endsWith(NO_CHUNK)
  return headers['content-length'] !== undefined && body.length >= Number(headers['content-length'])
}
