import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { listen } from '../../src/node/listen.ts'
import { openSimulator } from '../../src/server/open-simulator.ts'
import { dial, endWhatTestsOpen } from '../support/raw-socket.ts'

endWhatTestsOpen()

const options = { clock: 'frozen', seed: 'twins' } as const

/** Two servers over twin worlds: one with a socket carrier, one that takes everything through the fetch standard. */
let bySocket: Simulator
let byFetch: Server
const ports = { bySocket: 0, byFetch: 0 }

beforeAll(async () => {
  bySocket = createSimulator(options)
  ports.bySocket = Number(new URL(await bySocket.listen()).port)
  const simulator = openSimulator(options)
  byFetch = createServer(getRequestListener((request) => simulator.respond(request), { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => byFetch.listen(0, '127.0.0.1', resolve))
  ports.byFetch = (byFetch.address() as AddressInfo).port
})
afterAll(async () => {
  byFetch.close()
  byFetch.closeAllConnections()
  await bySocket.close()
})

async function bytesFrom(port: number, bytes: string): Promise<string> {
  const line = dial(port)
  line.send(bytes)
  await line.over
  // What is not a part of the interface carries real time.
  return (await line.until(() => true)).replace(/^Date: .*\r\n/m, '')
}

interface Sent {
  readonly head: string
  readonly headers?: readonly string[]
  readonly body?: string
}

const KEY = 'Authorization: Bearer renter-key'
const HOST_KEY = 'Authorization: Bearer host-key'
const JSON_TYPE = 'Content-Type: application/json'
const IN_CHUNKS = [KEY, JSON_TYPE, 'Transfer-Encoding: chunked']

function asBytes({ head, headers = [KEY], body }: Sent): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`]
  const lines = [`${head} HTTP/1.1`, 'Host: sim.test', 'Connection: close', ...headers, ...length]
  return [...lines, '', body ?? ''].join('\r\n')
}

/** In chunks, the end is one too. */
const withEnd = (bytes: string): string => (bytes.includes('chunked') ? `${bytes}2\r\n{}\r\n0\r\n\r\n` : bytes)

const template = '{"name":"t","image":"library/ubuntu","env":"-e A=1 -p 80:80","docker_login_pass":"hunter2"}'
const list = '/api/v0/instances/'

const requests: Readonly<Record<string, Sent>> = {
  'an instance listing': { head: `GET ${list}` },
  'a second one, which the limiter refuses': { head: `GET ${list}` },
  'no key': { head: `GET ${list}`, headers: [] },
  'an unknown key': { head: `GET ${list}`, headers: ['Authorization: Bearer nobody'] },
  'two keys': { head: `GET ${list}`, headers: [KEY, HOST_KEY] },
  'a key without the permission': {
    head: 'GET /api/v0/template/',
    headers: ['Authorization: Bearer no-user-read-key'],
  },
  'a template search': { head: 'GET /api/v0/template/?select_filters=%7B%22name%22%3A%7B%22eq%22%3A%22vllm%22%7D%7D' },
  'a query with quotes that a URL escapes': { head: 'GET /api/v0/template/?select_filters={"id":{"eq":9001}}' },
  'a key in the query': { head: 'GET /api/v0/template/?api_key=renter-key' },
  'a new template': { head: 'POST /api/v0/template/', headers: [KEY, JSON_TYPE], body: template },
  'a new template without a body': { head: 'POST /api/v0/template/', headers: [KEY, JSON_TYPE] },
  'a body that is not JSON': { head: 'POST /api/v0/template/', headers: [KEY, JSON_TYPE], body: '{"name":' },
  'a body with letters beyond ASCII': {
    head: 'POST /api/v0/template/',
    headers: [KEY, JSON_TYPE],
    body: '\xef\xbb\xbf{"name":"\xc3\xa9\xff","image":"b"}',
  },
  'a body of another type': { head: 'POST /api/v0/template/', headers: [KEY, 'Content-Type: text/plain'], body: '{}' },
  'fields that nobody reads': {
    head: 'PUT /api/v0/asks/12345678/',
    headers: [KEY, JSON_TYPE],
    body: '{"image":"a/b","colour":"red","label":null}',
  },
  'an offer that is rented': { head: 'PUT /api/v0/asks/12345678/', headers: [KEY, JSON_TYPE], body: '{"image":"a/b"}' },
  'an id that is none': { head: 'PUT /api/v0/asks/seven/', headers: [KEY, JSON_TYPE], body: '{}' },
  'a path with an escape': { head: 'PUT /api/v0/asks/%31/', headers: [KEY, JSON_TYPE], body: '{}' },
  'an endpoint group': { head: 'PUT /api/v0/endptjobs/4242/', headers: [KEY, JSON_TYPE], body: '{"max_workers":3}' },
  'a volume search': {
    head: 'POST /api/v0/network_volumes/search/',
    headers: [KEY, JSON_TYPE],
    body: '{"q":{"limit":2,"order":[["storage_cost","asc"]]}}',
  },
  'a volume listing': { head: 'POST /api/v0/network_volume/', headers: [HOST_KEY, JSON_TYPE], body: '{"disk_id":502}' },
  'an unlisting without an id': {
    head: 'POST /api/v0/network_volumes/unlist/',
    headers: [HOST_KEY, JSON_TYPE],
    body: '{}',
  },
  'cloud connections of another sandbox by path': { head: 'GET /~other/api/v0/users/cloud_integrations/' },
  'cloud connections of another sandbox by header': {
    head: 'GET /api/v0/users/cloud_integrations/',
    headers: [KEY, 'x-sim-sandbox: third'],
  },
  'a sandbox that is none': { head: `GET ${list}`, headers: [KEY, 'X-Sim-Sandbox: no such name'] },
  'a deletion': { head: 'DELETE /api/v0/template/', headers: [KEY, JSON_TYPE], body: '{"template_id":9001}' },
  'a body in chunks': { head: 'POST /api/v0/template/', headers: IN_CHUNKS },
  'a body that is too large': {
    head: 'POST /api/v0/template/',
    headers: [KEY, JSON_TYPE],
    body: ' '.repeat(1024 * 1024 + 1),
  },
  'a whole address': { head: `GET http://elsewhere.test${list}` },
  'a path with steps back': { head: 'GET /api/v0/nothing/../instances/' },
  'two slashes': { head: 'GET //api/v0/instances/' },
  'a target without a slash': { head: 'GET api' },
  'a backslash': { head: 'GET /api\\v0/instances/' },
  'a Host that is none': { head: `GET ${list}`, headers: [KEY, 'Host: a b'] },
  'a head': { head: `HEAD ${list}` },
  'another method': { head: `PATCH ${list}` },
  'an unknown path': { head: 'GET /api/v0/nothing/' },
  'a missing slash': { head: 'GET /api/v0/instances' },
  'a body that a listing has no use for': { head: `GET ${list}`, headers: [KEY, JSON_TYPE], body: '{}' },
  'a page of another origin': { head: `GET ${list}`, headers: [KEY, 'Origin: http://front.test:5173'] },
  'a page of no origin': { head: 'GET /api/v0/template/', headers: [KEY, 'origin: null'] },
  'a page without a key': { head: 'GET /api/v0/template/', headers: ['Origin: http://front.test'] },
  'an empty origin': { head: 'GET /api/v0/template/', headers: [KEY, 'Origin: '] },
  'two origins': { head: 'GET /api/v0/template/', headers: [KEY, 'Origin: http://a.test', 'Origin: http://b.test'] },
  'a path of no operation, for a page': { head: 'GET /api/v0/nothing/', headers: ['Origin: http://front.test'] },
  'what a browser asks before': {
    head: `OPTIONS ${list}`,
    headers: [
      'Origin: http://front.test',
      'Access-Control-Request-Method: PATCH',
      'Access-Control-Request-Headers: a,b',
    ],
  },
  'a control call': { head: 'GET /_sim/clock', headers: [] },
}

test('no operation is asked through the fetch standard, and everything else is', async () => {
  const simulator = openSimulator({ ...options, rateLimit: { enabled: false } })
  let taken = 0
  const server = await listen(
    { ...simulator, respond: (...given) => ((taken += 1), simulator.respond(...given)) },
    { host: '127.0.0.1', port: 0 },
  )
  const port = Number(new URL(server.url).port)
  await bytesFrom(port, asBytes({ head: `GET ${list}` }))
  await bytesFrom(port, asBytes({ head: 'POST /api/v0/template/', headers: [KEY, JSON_TYPE], body: template }))
  await bytesFrom(port, withEnd(asBytes({ head: 'POST /~other/api/v0/template/', headers: IN_CHUNKS })))
  for (const head of [`HEAD ${list}`, 'GET /api/v0/nothing/', `PATCH ${list}`, 'PUT /api/v0/asks/%31/'])
    await bytesFrom(port, asBytes({ head }))
  const fault = '{"name":"f","match":{"operation":"instances.list"},"effect":{"status":503}}'
  expect(taken).toBe(0)
  await bytesFrom(port, asBytes({ head: 'POST /_sim/faults', headers: [], body: fault }))
  expect(taken).toBe(1)
  expect(await bytesFrom(port, asBytes({ head: `GET ${list}` }))).toMatch(/^HTTP\/1\.1 503 /)
  expect(await bytesFrom(port, asBytes({ head: 'GET /api/v0/template/' }))).toMatch(/^HTTP\/1\.1 200 /)
  await server.close()
  expect(taken).toBe(1)
})

describe('both carriers answer byte for byte alike', () => {
  test.each(Object.keys(requests))('%s', async (title) => {
    const sent = requests[title]
    if (sent === undefined) throw new Error(title)
    const bytes = withEnd(asBytes(sent))
    const answer = await bytesFrom(ports.byFetch, bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /)
    expect(await bytesFrom(ports.bySocket, bytes)).toBe(answer)
  })

  test.each(['', '/~other', '/~third'])(
    'and leaves the same journal, coverage and findings in "%s"',
    async (prefix) => {
      for (const call of ['requests?limit=1000', 'coverage', 'findings', 'state']) {
        const bytes = asBytes({ head: `GET ${prefix}/_sim/${call}`, headers: [] })
        const told = await bytesFrom(ports.byFetch, bytes)
        expect(told).toContain('HTTP/1.1 200 OK')
        expect(await bytesFrom(ports.bySocket, bytes)).toBe(told)
      }
    },
  )
})

/** Asks until the answer tells it. */
async function told(port: number, path: string, isTold: (answer: string) => boolean): Promise<string> {
  for (;;) {
    const answer = await bytesFrom(port, asBytes({ head: `GET ${path}`, headers: [] }))
    if (isTold(answer)) return answer
  }
}

/** A request of that sandbox is under way. */
const isBusy =
  (sandbox: string) =>
  (answer: string): boolean =>
    new RegExp(`"name":"${sandbox}"[^}]*"busy":1`).test(answer)

const late = '{"name":"late","image":"b"}'

/** Sends a creation; a fault for it is added while its body is on its way. */
async function interrupted(port: number, effect: object): Promise<string> {
  const prefix = '/~interrupted'
  const line = dial(port)
  line.send(
    asBytes({ head: `POST ${prefix}/api/v0/template/`, headers: [KEY, JSON_TYPE, `Content-Length: ${late.length}`] }),
  )
  await told(port, '/_sim/sandboxes', isBusy('interrupted'))
  const fault = JSON.stringify({ name: 'late', when: { times: 1 }, effect })
  await bytesFrom(port, asBytes({ head: `POST ${prefix}/_sim/faults`, headers: [], body: fault }))
  line.send(late)
  await line.over
  await told(port, '/_sim/sandboxes', (answer) => !isBusy('interrupted')(answer))
  await bytesFrom(port, asBytes({ head: `POST ${prefix}/_sim/reset`, headers: [] }))
  return line.until(() => true)
}

test.each([
  [{ status: 503, body: { try: 'again' } }, /^HTTP\/1\.1 503 .*x-sim-basis: injected/s],
  [{ truncate_body: 5 }, /^HTTP\/1\.1 200 .*\r\n\r\n.{5}$/s],
  [{ reset: true }, /^$/],
])('a fault that comes with the body meets the request: %j', async (effect, expected) => {
  expect(await interrupted(ports.bySocket, effect)).toMatch(expected)
})

test.each([
  { call: 'faults', path: list, answering: (headers: object) => ({ effect: { status: 503, headers } }) },
  {
    call: 'stubs',
    path: '/elsewhere',
    answering: (headers: object) => ({ match: { path: '/elsewhere' }, answer: { headers } }),
  },
])('headers of what $call answer stand in one order, with the cookie behind', async ({ call, path, answering }) => {
  const headers = { 'Set-Cookie': 'a=b', 'X-Zulu': 'z', 'Retry-After': '7', 'WWW-Authenticate': 'Basic' }
  const added = JSON.stringify({ name: 'n', ...answering(headers) })
  const answers: string[] = []
  for (const port of [ports.bySocket, ports.byFetch]) {
    await bytesFrom(port, asBytes({ head: `POST /~cookies/_sim/${call}`, headers: [], body: added }))
    answers.push(await bytesFrom(port, asBytes({ head: `GET /~cookies${path}` })))
  }
  expect(answers[0]).toMatch(/retry-after: 7\r\n.*www-authenticate: Basic\r\n.*x-zulu: z\r\nset-cookie: a=b\r\n/is)
  expect(answers[1]).toBe(answers[0])
})

test('a body that breaks off is recorded alike', async () => {
  const journals: string[] = []
  for (const port of [ports.bySocket, ports.byFetch]) {
    const line = dial(port)
    line.send(asBytes({ head: 'POST /~broken/api/v0/template/', headers: [KEY, JSON_TYPE, 'Content-Length: 100'] }))
    await told(port, '/_sim/sandboxes', isBusy('broken'))
    line.hangUp()
    journals.push(await told(port, '/~broken/_sim/requests', (answer) => answer.includes('"id":1')))
  }
  expect(journals[0]).toContain('the body broke off')
  expect(journals[1]).toBe(journals[0])
})
