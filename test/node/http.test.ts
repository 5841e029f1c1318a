import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const AT = '2026-01-01T00:00:00Z'
const KEY = { Authorization: 'Bearer renter-key' }

const listening = new Set<Simulator>()
const defects: Error[] = []

async function serve() {
  const simulator = createSimulator({
    clock: { mode: 'frozen', atMs: Date.parse(AT) },
    onDefect: (error) => defects.push(error),
  })
  const url = await simulator.listen()
  listening.add(simulator)
  return { url, close: simulator.close, port: Number(new URL(url).port) }
}

afterEach(async () => {
  await Promise.all([...listening].map((server) => server.close()))
  listening.clear()
  defects.length = 0
})

/** Sends bytes as they are and gives back all that comes until the connection ends. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => (received += part))
    socket.on('error', (error) => (received += `[${error.message}]`))
    socket.on('close', () => resolve(received))
  })
}

const statusesIn = (received: string): readonly number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

const lastRequest = 'GET /_sim/health HTTP/1.1\r\nHost: sim.test\r\nConnection: close\r\n\r\n'

const post = (headers: readonly string[]): string =>
  ['POST /api/v0/template/ HTTP/1.1', 'Host: sim.test', 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  )

const CHUNK = 64 * 1024
const two = 2 * 1024 * 1024
const whole = 'x'.repeat(two)
const inChunks = `${`${CHUNK.toString(16)}\r\n${'x'.repeat(CHUNK)}\r\n`.repeat(two / CHUNK)}0\r\n\r\n`
const bearer = 'Authorization: Bearer renter-key'

describe('a body of 2 MiB is refused, and the connection goes on', () => {
  const cases = [
    { name: 'with its length announced', headers: [bearer, `Content-Length: ${two}`], body: whole, status: 413 },
    { name: 'in chunks', headers: [bearer, 'Transfer-Encoding: chunked'], body: inChunks, status: 413 },
    { name: 'with its length, with an unknown key', headers: [`Content-Length: ${two}`], body: whole, status: 401 },
    { name: 'in chunks, with an unknown key', headers: ['Transfer-Encoding: chunked'], body: inChunks, status: 401 },
  ]

  test.each(cases)('$name', async ({ headers, body, status }) => {
    const { port } = await serve()
    const received = await exchange(port, post(headers) + body + lastRequest)
    expect(statusesIn(received)).toEqual([status, 200])
    expect(defects).toEqual([])
  })

  test.each(cases)('$name, by an ordinary client that keeps its connection', async ({ headers, body, status }) => {
    const { port } = await serve()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const call = (method: string, path: string, sent: Record<string, string>, text?: string) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        const options = { host: '127.0.0.1', port, agent, method, path, headers: sent }
        const request = httpRequest(options, (response) => {
          let received = ''
          response.setEncoding('utf8')
          response.on('data', (part: string) => (received += part))
          response.on('end', () => resolve({ status: response.statusCode, body: received }))
          response.on('error', reject)
        })
        request.on('error', reject)
        request.end(text)
      })
    try {
      const named = Object.fromEntries(headers.map((line) => line.split(': ')))
      const sent = { 'Content-Type': 'application/json', ...named }
      const text = body === inChunks ? 'x'.repeat(two) : body
      expect(await call('POST', '/api/v0/template/', sent, text)).toMatchObject({ status })
      expect(await call('GET', '/_sim/health', {})).toMatchObject({ status: 200 })
    } finally {
      agent.destroy()
    }
  })

  test('it says how much is taken, in the envelope of the operation', async () => {
    const { url } = await serve()
    const response = await fetch(`${url}/api/v0/network_volume/`, {
      method: 'POST',
      headers: { ...KEY, 'Content-Type': 'application/json' },
      body: whole,
    })
    expect({ status: response.status, body: (await response.json()) as unknown }).toEqual({
      status: 413,
      body: { error: 'invalid_args', msg: 'the body has over 1048576 bytes' },
    })
  })
})

describe('bytes that are no HTTP are answered with 400, and the next client is served', () => {
  const broken = [
    { name: 'no request line', bytes: 'hello\r\n\r\n' },
    { name: 'a Host that is none', bytes: 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n' },
    { name: 'a length that is not a number', bytes: post(['Content-Length: many']) },
    { name: 'two lengths', bytes: post(['Content-Length: 1', 'Content-Length: 2']) },
    { name: 'chunks that are none', bytes: `${post([bearer, 'Transfer-Encoding: chunked'])}zz\r\n` },
    { name: 'a header of 64 KiB', bytes: post([`X-Long: ${'x'.repeat(CHUNK)}`]), status: 431 },
  ]

  test.each(broken)('$name', async ({ bytes, status = 400 }) => {
    const { port, url } = await serve()
    expect(statusesIn(await exchange(port, bytes))).toEqual([status])
    expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
  })

  test('a client that hangs up in the middle of its body is not a defect', async () => {
    const { port, url } = await serve()
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${post([bearer, 'Expect: 100-continue', 'Content-Length: 100'])}{`),
      )
      socket.on('data', () => socket.destroy())
      socket.on('close', () => resolve())
    })
    expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
    expect(defects).toEqual([])
  })
})

const shown = ({ status, headers }: Response) => ({
  status,
  headers: ['content-type', 'date', 'x-sim-basis', 'x-sim-rules'].map((name) => headers.get(name)),
})

/** Asks as HTTP/1.0 does, without a Host. */
const probe = async (head: string, ...headers: readonly string[]) => {
  const { port } = await serve()
  return exchange(port, [`${head} HTTP/1.0`, ...headers, '', ''].join('\r\n'))
}

describe('HTTP/1.0, which knows no Host', () => {
  test('is answered by the control API', async () => {
    expect(await probe('GET /_sim/health')).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"status":"ok"/)
  })

  test('is answered by an operation', async () => {
    expect(await probe('GET /api/v0/instances/', 'Authorization: Bearer renter-key')).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[^]*"instances_found"/,
    )
  })

  test('HTTP/1.1 without one is refused', async () => {
    const { port } = await serve()
    expect(await exchange(port, 'GET /_sim/health HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('methods', () => {
  test('HEAD says what GET would, without the body', async () => {
    const { url } = await serve()
    const get = await fetch(`${url}/api/v0/template/`, { headers: KEY })
    const head = await fetch(`${url}/api/v0/template/`, { method: 'HEAD', headers: KEY })
    expect(shown(head).headers.slice(0, 3)).toEqual(shown(get).headers.slice(0, 3))
    expect(head.headers.get('x-sim-rules')).toContain('request.head')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(await get.text()).not.toBe('')
  })

  test('HEAD of what cannot be read is refused without a body', async () => {
    const { url } = await serve()
    const head = await fetch(`${url}/api/v0/network_volume/`, { method: 'HEAD', headers: KEY })
    expect([head.status, head.headers.get('allow'), await head.text()]).toEqual([405, 'POST', ''])
  })
})

test('the Date of an answer is the frozen clock’s, and moves with it', async () => {
  const { url } = await serve()
  const date = async (path: string) => (await fetch(url + path, { headers: KEY })).headers.get('date')
  expect(await date('/api/v0/template/')).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
  expect(await date('/api/v0/nowhere/')).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
  const advanced = await fetch(`${url}/_sim/clock/advance`, { method: 'POST', body: JSON.stringify({ seconds: 3661 }) })
  expect(advanced.status).toBe(200)
  expect(await date('/api/v0/template/')).toBe('Thu, 01 Jan 2026 01:01:01 GMT')
  expect(await date('/~other/api/v0/template/')).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
})

test('a taken port is an error of the one who listens', async () => {
  const { port } = await serve()
  await expect(createSimulator().listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('close ends connections that are kept alive', async () => {
  const server = await serve()
  const agent = new Agent({ keepAlive: true })
  const closed = await new Promise<boolean>((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: server.port, path: '/_sim/health', agent }, (response) => {
      response.resume()
      response.on('end', () => {
        listening.clear()
        request.socket?.once('close', () => resolve(true))
        server.close().catch(reject)
      })
    })
    request.on('error', reject)
    request.end()
  })
  agent.destroy()
  expect(closed).toBe(true)
})
