import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { ask, endWhatTestsStart, serve, track } from '../support/spawn-cli.ts'

endWhatTestsStart()

const HEAP = { NODE_OPTIONS: '--max-old-space-size=256' }
const large = 'x'.repeat(900_000)
const TEMPLATE = '/api/v0/template/'

/** A server with a journal that is an answer of some 28 MB. */
async function withLongJournal() {
  const server = await serve(['--no-rate-limit'], HEAP)
  for (let at = 0; at < 32; at += 1) await ask(server.url + TEMPLATE, 'POST', { name: 'a', image: 'b', unread: large })
  return server
}

/** Sends requests one behind the other on one connection, and reads nothing of the answers. */
function sendUnread(url: string, path: string, count: number, header = ''): Socket {
  const socket = track(connect(Number(new URL(url).port), '127.0.0.1'))
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`.repeat(count))
  return socket
}

test('with a heap of 256 MB many clients read a long journal at once, and all of them get it', async () => {
  const { url, child } = await withLongJournal()
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const response = await fetch(`${url}/_sim/requests?limit=1000`)
      const { byteLength } = await response.arrayBuffer()
      return [response.status, byteLength > 20_000_000]
    }),
  )
  expect(answers).toEqual(Array.from({ length: 12 }, () => [200, true]))
  expect(child.exitCode).toBeNull()
})

test.each(['/_sim/bundle', '/_sim/requests?limit=1000', '/_sim/state'])(
  'with a heap of 256 MB a client that asks for %s again and again and reads nothing ends no server',
  async (path) => {
    const { url, child } = await withLongJournal()
    sendUnread(url, path, 300)
    for (let at = 0; at < 20; at += 1) expect(await ask(`${url}/_sim/health`)).toMatchObject({ status: 200 })
    expect(child.exitCode).toBeNull()
  },
)

const KEY = 'Authorization: Bearer renter-key\r\n'

test('with a heap of 256 MB many clients read a long list of the interface at once, and all of them get it', async () => {
  const { url, child } = await serve(['--no-rate-limit', '--control-token', 'a-long-control-token'], HEAP)
  for (let at = 0; at < 25; at += 1)
    await ask(url + TEMPLATE, 'POST', { name: `a${at}`, image: 'b', readme: large }, 'renter-key')
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const response = await fetch(url + TEMPLATE, { headers: { authorization: 'Bearer renter-key' } })
      const { byteLength } = await response.arrayBuffer()
      return [response.status, byteLength > 22_000_000]
    }),
  )
  expect(answers).toEqual(Array.from({ length: 12 }, () => [200, true]))
  expect(child.exitCode).toBeNull()
})

test.each([
  ['a stub', '/large', 'stubs', { match: { path: '/large' }, answer: { body: large } }],
  ['a fault', TEMPLATE, 'faults', { match: { path: TEMPLATE }, effect: { status: 500, body: large } }],
])('with a heap of 256 MB clients that read nothing of what %s answers end no server', async (_, path, kind, entry) => {
  const { url, child } = await serve(['--no-rate-limit'], HEAP)
  expect(await ask(`${url}/_sim/${kind}`, 'POST', { name: 'large', ...entry })).toMatchObject({ status: 200 })
  for (let at = 0; at < 400; at += 1) sendUnread(url, path, 50, KEY)
  for (let at = 0; at < 20; at += 1) expect(await ask(`${url}/_sim/health`)).toMatchObject({ status: 200 })
  expect(child.exitCode).toBeNull()
})

test('with a heap of 256 MB connections that stay open keep nothing of the bodies that they brought', async () => {
  const { url, child } = await serve(['--no-rate-limit'], HEAP)
  const body = JSON.stringify({ name: 'a', image: 'b', unread: large })
  const head = `POST ${TEMPLATE} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`
  for (let at = 0; at < 500; at += 1) {
    const socket = track(connect(Number(new URL(url).port), '127.0.0.1'))
    socket.write(head + body)
    const [answer] = await once(socket, 'data')
    expect(String(answer).slice(9, 12)).toBe('401')
  }
  expect(await ask(`${url}/_sim/health`)).toMatchObject({ status: 200 })
  expect(child.exitCode).toBeNull()
})

test('with a heap of 256 MB clients without the token that read nothing of the description end no server', async () => {
  const { url, child } = await serve(['--control-token', 'a-long-control-token'], HEAP)
  for (let at = 0; at < 3; at += 1) sendUnread(url, '/openapi.json', 1800)
  for (let at = 0; at < 20; at += 1) expect(await ask(`${url}/_sim/health`)).toMatchObject({ status: 200 })
  expect(child.exitCode).toBeNull()
})
