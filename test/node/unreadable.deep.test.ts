import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { listen, MAX_HEAD_BYTES } from '../../src/node/listen.ts'
import { openSimulator } from '../../src/server/open-simulator.ts'
import type { Listening } from '../../src/server/simulator.ts'
import { endWhatTestsStart, start, track } from '../support/spawn-cli.ts'

endWhatTestsStart()

const listening = new Set<Listening>()

afterEach(async () => {
  await Promise.all([...listening].map(({ close }) => close()))
  listening.clear()
})

/** A server in this process, and what it guesses. */
async function serve() {
  const guesses: string[] = []
  const server = await listen(openSimulator({ clock: 'frozen' }), {
    host: '127.0.0.1',
    port: 0,
    onUnreadable: (guess) => guesses.push(guess),
  })
  listening.add(server)
  return { guesses, url: server.url, port: portOf(server.url) }
}

const portOf = (url: string): number => Number(new URL(url).port)

/** Sends bytes as they are. @returns the answer, once the connection is over */
const send = (port: number, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve) => {
    let received = ''
    const socket = track(connect(port, '127.0.0.1', () => socket.write(bytes)))
    socket.setEncoding('latin1').on('data', (part: string) => (received += part))
    socket.on('error', () => undefined).on('close', () => resolve(received))
  })

const SECRET = 'renter-key'
const host = 'Host: sim.test\r\n'
const clientHello = Buffer.from('160301020001000001fc0303', 'hex')
const request = (line: string, headers = host, body = ''): string =>
  `${line} HTTP/1.1\r\n${headers}Authorization: Bearer ${SECRET}\r\n\r\n${body}`
const post = (header: string, body: string) => request('POST /api/v0/template/', `${host}${header}\r\n`, body)

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'
const chunked = 'Transfer-Encoding: chunked'

/** As Node itself answers within a handler. */
const BAD_REQUEST_IN_CHUNKS =
  'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nDate: now\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'

const wrongHosts = ['a@b.test', 'sim.test/api', 'sim test', '[::1', '127.0.0.1:99999', 'sim.test:http', 'a%zz.test']
const wrongTargets = ['OPTIONS *', String.raw`GET /api\v0/instances/`, 'GET ftp://sim.test/', 'GET http://[/']

const refused: readonly { guess: string; bytes: string | Buffer; answer?: string }[] = [
  { guess: 'TLS on a port for HTTP: the base URL begins with http://', bytes: clientHello },
  { guess: "a proxy's CONNECT", bytes: request('CONNECT sim.test:443'), answer: '' },
  {
    guess: 'no Host',
    bytes: request('GET /api/v0/instances/', ''),
    answer: BAD_REQUEST_IN_CHUNKS,
  },
  ...wrongHosts.flatMap((name) =>
    ['/_sim/health', '/api/v0/instances/'].map((path) => ({
      guess: 'a Host that is none of a URL',
      bytes: request(`GET ${path}`, `Host: ${name}\r\n`),
      answer: BAD_REQUEST_IN_CHUNKS,
    })),
  ),
  ...wrongTargets.map((line) => ({
    guess: 'a target that is neither a path nor a URL, or has a backslash',
    bytes: request(line),
    answer: BAD_REQUEST_IN_CHUNKS,
  })),
  {
    guess: `a head of over ${MAX_HEAD_BYTES / 1024} KiB`,
    bytes: request('GET /', `${host}Cookie: ${'x'.repeat(MAX_HEAD_BYTES)}\r\n`),
    answer:
      'HTTP/1.1 431 Request Header Fields Too Large\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n',
  },
  { guess: 'letters beyond ASCII in the URL: percent-encode them', bytes: request('GET /api/v0/é') },
  { guess: 'letters beyond ASCII in the URL: percent-encode them', bytes: request('GET /?q=é') },
  { guess: 'a blank or a control character in the URL: percent-encode it', bytes: request('GET /a b') },
  { guess: 'a blank or a control character in the URL: percent-encode it', bytes: request('GET /\u0001') },
  { guess: 'an unknown method', bytes: request('FROB /') },
  { guess: 'an unknown method', bytes: request('get /') },
  { guess: 'a wrong chunk', bytes: post(chunked, 'zz\r\n') },
  { guess: 'a wrong chunk', bytes: post(chunked, '2\r\nabcd\r\n0\r\n\r\n') },
  {
    guess: 'a wrong chunk',
    bytes: post(chunked, `5;${'a'.repeat(2 * MAX_HEAD_BYTES)}\r\n`),
    answer: 'HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\n\r\n',
  },
  { guess: 'a wrong header, length or version', bytes: post('Content-Length: many', '') },
  { guess: 'HTTP/2: this server speaks HTTP/1.1', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  { guess: 'no HTTP', bytes: 'SSH-2.0-OpenSSH_9.6\r\n' },
]

describe('an unreadable request is answered as Node does, and logged with a guess', () => {
  test.each(refused)('$guess, #%#', async ({ guess, bytes, answer = BAD_REQUEST }) => {
    const { guesses, url, port } = await serve()
    const received = await send(port, bytes)
    expect(received.replace(/Date: [^\r]+/, 'Date: now')).toBe(answer)
    expect(guesses).toEqual([guess])
    expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
  })

  test('bytes after a body, which come after its answer', async () => {
    const { guesses, port } = await serve()
    const body = '{"name":"ééé"}'
    const received = await send(port, Buffer.from(post(`Content-Length: ${body.length}`, body)))
    expect(received.match(/^HTTP\/1\.1 \d+/gm)).toHaveLength(1)
    expect(guesses).toEqual(['bytes after the body: Content-Length counts bytes, not letters'])
  })
})

test.each([
  '[0:0:0:0:0:0:0:1]:5700',
  '[::FFFF:127.0.0.1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]:',
  '127.0.0.1:',
  'LOCALHOST:080',
  'bücher.test',
  'Straße.example:4010',
])('a Host that a URL writes otherwise is read: %s', async (name) => {
  const { guesses, port } = await serve()
  const asked = `Host: ${name}\r\nConnection: close\r\n`
  expect(await send(port, request('GET /_sim/health', asked))).toContain('200 OK')
  expect(await send(port, request('GET /api/v0/instances/', asked))).toContain('200 OK')
  expect(guesses).toEqual([])
})

test('readable requests, and a client that hangs up, are not logged so', async () => {
  const { guesses, url, port } = await serve()
  const last = `${host}Connection: close\r\n`
  const { status } = await fetch(`${url}/api/v0/instances/?q=é`, { headers: { Cookie: 'x'.repeat(15_000) } })
  expect(status).toBe(401)
  expect(await send(port, request('GET /_sim/health', last))).toContain('200 OK')
  expect(await send(port, 'GET /_sim/health HTTP/1.0\r\n\r\n')).toContain('200 OK')
  expect(await send(port, request('OPTIONS /api/v0/instances/', last))).toMatch(/^HTTP\/1\.1 \d/)
  for (const part of ['', 'GET / HT', post('Content-Length: 100', '{')])
    await new Promise<void>((resolve) => {
      const socket = track(connect(port, '127.0.0.1', () => socket.end(part)))
      socket.on('error', () => undefined).on('close', () => resolve())
      socket.resume()
    })
  expect(guesses).toEqual([])
})

const logs = {
  pretty: (guess: string, count: number) =>
    `a request that cannot be read${count === 1 ? '' : `, number ${count}`}  (${guess})`,
  json: (guess: string, count: number) =>
    `{"event":"unreadable_request","level":"warn","msg":"a request that cannot be read: ${guess}","guess":"${guess}","count":${count}}`,
} as const

test.each(['pretty', 'json'] as const)('the log has the first and the tenth of each kind: %s', async (form) => {
  const { until, end, ended } = start(['--port', '0', '--log', form])
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await until(/http:\/\/127\.0\.0\.1:\d+/)) ?? []
  for (let time = 0; time < 12; time += 1) {
    await send(portOf(url), clientHello)
    await send(portOf(url), request(`FROB /?api_key=${SECRET}`))
  }
  await send(portOf(url), request('CONNECT sim.test:443'))
  expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
  await end()
  const { stdout, stderr } = await ended
  const tls = 'TLS on a port for HTTP: the base URL begins with http://'
  const expected = [
    [tls, 1],
    ['an unknown method', 1],
    [tls, 10],
    ['an unknown method', 10],
    ["a proxy's CONNECT", 1],
  ] as const
  const lines = stdout.split('\n').filter((line) => line.includes('cannot be read'))
  const timeless = lines.map((line) => line.replace(/^ {2}\d\d:\d\d:\d\d {2}|"time":"[^"]+",/, ''))
  expect(timeless).toEqual(expected.map(([guess, count]) => logs[form](guess, count)))
  // The banner of the pretty log names the keys of the fixture.
  expect(lines.join('\n')).not.toContain(SECRET)
  expect(stderr).toBe('')
})
