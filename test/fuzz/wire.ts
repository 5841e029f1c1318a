import { connect } from 'node:net'
import * as fc from 'fast-check'

/** What is written to a connection, part by part, one byte a character; and how the client leaves. */
export interface Wire {
  readonly parts: readonly string[]
  readonly leaves: 'after the answer' | 'at once'
}

const KEY = 'Authorization: Bearer renter-key'
const head = (...lines: readonly string[]): string => [...lines, '', ''].join('\r\n')
const post = (...lines: readonly string[]): string =>
  head('POST /api/v0/template/ HTTP/1.1', 'Host: sim.test', KEY, 'Content-Type: application/json', ...lines)
const get = (target: string, ...lines: readonly string[]): string =>
  head(`GET ${target} HTTP/1.1`, 'Host: sim.test', KEY, ...lines)

/** What has broken servers elsewhere. */
export const corpus: readonly Wire[] = [
  [''],
  ['\r\n\r\n\r\n'],
  ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC\u0003\u0003'],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['GET / HTTP/0.9\r\n\r\n'],
  ['GET /api/v0/instances/\r\n'],
  [head('GET /api/v0/instances/ HTTP/1.1', KEY)],
  [head('GET /api/v0/instances/ HTTP/1.1', 'Host: a', 'Host: b', KEY)],
  [get('*'), head('OPTIONS * HTTP/1.1', 'Host: sim.test')],
  [head('CONNECT sim.test:443 HTTP/1.1', 'Host: sim.test:443')],
  [head('GET http://elsewhere.test/api/v0/instances/ HTTP/1.1', 'Host: sim.test', KEY)],
  [get('//api/v0/instances/'), get('/..%2f..%2fetc/passwd'), get('/%')],
  [get('/api/v0/instances/%00'), get('/~%E0%A4%A/api/v0/instances/'), get(`/~${'x'.repeat(300)}/_sim/state`)],
  [get('/_sim/ui/journal?text=%'), get('/_sim/ui/%2e%2e/'), get('/docs/../../package.json')],
  [get('/api/v0/template/?select_filters=%7B%22id%22%3A%7B%22in%22%3A%5B'), get('/api/v0/template/?a[b][c]=1')],
  [post('Content-Length: -1'), '{}'],
  [post('Content-Length: 5', 'Content-Length: 2'), '{}'],
  [post('Content-Length: 99999999999999999999'), '{}'],
  [post('Content-Length: 1200000'), 'x'.repeat(1_200_000)],
  [post('Content-Length: 10', 'Transfer-Encoding: chunked'), '0\r\n\r\n'],
  [post('Transfer-Encoding: chunked, chunked'), '2\r\n{}\r\n0\r\n\r\n'],
  [post('Transfer-Encoding: gzip'), '{}'],
  [post('Transfer-Encoding: chunked'), 'g\r\n{}\r\n0\r\n\r\n'],
  [post('Transfer-Encoding: chunked'), 'FFFFFFFFFFFFFFFFF\r\n{}'],
  [post('Transfer-Encoding: chunked'), '2\r\n{}0\r\n\r\n'],
  [post('Transfer-Encoding: chunked'), '2;a=b\r\n{}\r\n0\r\nTrailer: x\r\n\r\n'],
  [post('Transfer-Encoding: chunked'), '2\r\n{', '}\r', '\n0\r\n', '\r\n'],
  [post('Expect: 100-continue', 'Content-Length: 2'), '{}'],
  [post('Expect: the-unexpected', 'Content-Length: 2'), '{}'],
  [get('/api/v0/instances/', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x')],
  [get('/api/v0/instances/', ...Array.from({ length: 3000 }, (_, at) => `X-${at}: 1`))],
  [get('/api/v0/instances/', `X-A: ${'a'.repeat(100_000)}`)],
  [get('/api/v0/instances/', 'X-A: \u0000', 'X-B : 1', ' folded: 1')],
  [get(`/api/v0/instances/?${'a=1&'.repeat(30_000)}`)],
  [post('Content-Length: 2', 'Content-Encoding: gzip'), '{}', get('/api/v0/instances/').repeat(50)],
  `${post('Content-Length: 12')}{"name":"a"}`.split(''),
].map((parts) => ({ parts, leaves: 'after the answer' as const }))

const odd = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\u00FF',
  '%',
  '%zz',
  '\u007F',
  '"',
  ';',
  ',',
  'x'.repeat(9000),
  '\r',
  '\t',
)

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE') },
  fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'QUERY', 'get', 'G', 'GET\t', 'PROPFIND', ''),
)

const paths = `
  /api/v0/template/ /api/v0/instances/ /api/v0/asks/12345678/ /api/v0/endptjobs/4242/ / /docs
  /api/v0/network_volume/ /api/v0/network_volumes/search/ /api/v0/network_volumes/unlist/ /openapi.json
  /api/v0/users/cloud_integrations/ /_sim/state /_sim/requests /_sim/health /_sim/ui/ /favicon.ico
  /_sim/ui/journal /_sim/reset /_sim/clock /_sim/snapshots /~a/api/v0/instances/ /~a/_sim/faults
`
  .trim()
  .split(/\s+/)
const path = fc.constantFrom(...paths)

const target = fc.oneof(
  { weight: 6, arbitrary: path },
  { weight: 2, arbitrary: fc.tuple(path, odd, odd).map(([base, one, other]) => `${base}?a${one}=${other}&a=2`) },
  { weight: 2, arbitrary: fc.tuple(path, odd).map(([base, end]) => base + end) },
  path.map((base) => `http://${base}`),
  path.map((base) => `/~%2e%2e/${base}/../..`),
  fc.constantFrom(
    '*',
    '',
    '//',
    '/%00',
    '?',
    '#',
    'sim.test:80',
    '/api/v0/asks/99999999999999999999/',
    '/api/v0/asks/-1/',
  ),
)

const header = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Host: sim.test', KEY, 'Content-Type: application/json') },
  fc.constantFrom(
    'Host: ',
    'Host: [::1',
    'Authorization: Bearer ',
    'Authorization: Basic x',
    'Authorization: bearer \u00FF',
  ),
  fc.constantFrom('Connection: close', 'Connection: keep-alive, Upgrade', 'Keep-Alive: timeout=0', 'Upgrade: h2c'),
  fc.constantFrom('Content-Type: text/plain', 'Content-Type: multipart/form-data', 'Content-Encoding: br', 'TE: x'),
  fc.constantFrom(
    'Origin: null',
    'Origin: http://elsewhere.test',
    'Access-Control-Request-Method: PUT',
    'Cookie: a=;b',
  ),
  fc.constantFrom(
    'X-Sim-Sandbox: ..',
    'X-Forwarded-For: x',
    'X-Forwarded-Prefix: //',
    'Range: bytes=0-',
    'If-None-Match: *',
  ),
  fc.constantFrom('Expect: 100-continue', 'Expect: x', 'Transfer-Encoding: identity', 'Content-Length: 1'),
  odd.map((value) => `X-Odd: ${value}`),
  odd.map((name) => `X${name}: 1`),
)
const headers = fc.oneof(
  { weight: 9, arbitrary: fc.array(header, { maxLength: 8 }) },
  fc.tuple(fc.constantFrom(50, 1200), header).map(([count, each]) => Array.from({ length: count }, () => each)),
)

const body = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: fc.json() },
  fc.constantFrom('{"name":"a","image":"b"}', '{"disk_id":', '[[[[[[', '{"q":{"limit":1}}', '\u0000', '{"a":1}{"a":2}'),
  fc.constantFrom(100, 60_000).map((length) => `"${'x'.repeat(length)}"`),
)

const framed = fc
  .tuple(body, fc.constantFrom('right', 'none', 'short', 'long', 'chunks', 'bad chunks', 'no last chunk'))
  .map(([text, framing]): readonly [readonly string[], string] => {
    const size = Buffer.byteLength(text, 'latin1')
    const chunk = `${size.toString(16)}\r\n${text}\r\n`
    const chunked = ['Transfer-Encoding: chunked'] as const
    switch (framing) {
      case 'right':
        return [[`Content-Length: ${size}`], text]
      case 'short':
        return [[`Content-Length: ${Math.max(0, size - 1)}`], text]
      case 'long':
        return [[`Content-Length: ${size + 7}`], text]
      case 'chunks':
        return [chunked, size === 0 ? '0\r\n\r\n' : `${chunk}0\r\n\r\n`]
      case 'bad chunks':
        return [chunked, `${(size + 1).toString(16)}\r\n${text}\r\n0\r\n\r\n`]
      case 'no last chunk':
        return [chunked, chunk]
      default:
        return [[], text]
    }
  })

const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant('HTTP/1.1') },
  fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/1.1 ', 'http/1.1', 'X', ''),
)

const request = fc.tuple(method, target, version, headers, framed).map(([verb, at, as, lines, [frame, text]]) => {
  const host = ['Host: sim.test', KEY]
  return `${[`${verb} ${at} ${as}`, ...host, ...lines, ...frame].join('\r\n')}\r\n\r\n${text}`
})

const spoil = fc.tuple(fc.nat(), fc.constantFrom('\r', '\n', '\u0000', '\u00FF', ' ', 'GET '))

/** Up to six requests in a row, sometimes with a byte too many, in as many parts as it takes to seem slow. */
export const wires: fc.Arbitrary<Wire> = fc
  .record({
    requests: fc.array(request, { minLength: 1, maxLength: 6 }),
    spoils: fc.array(spoil, { maxLength: 1 }),
    size: fc.constantFrom(1, 7, 100, 1_000_000),
    leaves: fc.constantFrom('after the answer', 'after the answer', 'after the answer', 'at once'),
  })
  .map(({ requests, spoils, size, leaves }) => {
    const text = spoils.reduce((so, [at, put]) => {
      const from = at % so.length
      return so.slice(0, from) + put + so.slice(from)
    }, requests.join(''))
    const step = Math.max(size, Math.ceil(text.length / 200))
    return { parts: text.match(new RegExp(`[^]{1,${step}}`, 'g')) ?? [], leaves }
  })

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Writes an input to a connection of its own; resolves with all that was answered once the connection is over. */
export async function speak(port: number, { parts, leaves }: Wire): Promise<string> {
  let received = ''
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1').on('data', (part: string) => (received += part))
  // A server that hangs up in the middle of a request resets the connection.
  socket.on('error', () => undefined)
  const over = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  for (const part of parts) {
    if (socket.destroyed) break
    socket.write(part, 'latin1')
    await nextTurn()
  }
  if (leaves === 'at once') socket.destroy()
  else socket.end()
  await over
  return received
}
