import { connect, createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Forwarded, openProxy } from '../../src/node/proxy.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** Sends bytes through a proxy to a service that answers with bytes: what each side gets. */
async function through(request: string, answer: string) {
  let received = ''
  const service = createServer((socket) => {
    socket.on('error', () => {})
    let isAnswered = false
    socket.on('data', (part) => {
      received += part.toString('latin1')
      const [head = '', body = ''] = received.split('\r\n\r\n')
      const isWhole = /transfer-encoding: chunked/i.test(head)
        ? received.includes('\r\n0\r\n') || body.startsWith('0\r\n')
        : true
      if (isAnswered || !received.includes('\r\n\r\n') || !isWhole) return
      isAnswered = true
      socket.end(Buffer.from(answer, 'latin1'))
    })
  })
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => service.close() })
  const forwarded: Forwarded[] = []
  const broken: string[] = []
  const url = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`)
  const proxy = await openProxy(url, {
    onForwarded: (each) => void forwarded.push(each),
    onBroken: (reason) => void broken.push(reason),
  })
  open.push(proxy)
  const got = await new Promise<string>((resolve) => {
    let text = ''
    const client = connect(Number(new URL(proxy.url).port), '127.0.0.1', () =>
      client.write(Buffer.from(request, 'latin1')),
    )
    client.on('data', (part) => (text += part.toString('latin1')))
    client.on('error', () => {})
    client.on('close', () => resolve(text))
  })
  return { got, received, forwarded, broken }
}

const GET = 'GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'

test('bytes above 0x7f of headers and of the reason pass in both directions', async () => {
  const answer = 'HTTP/1.1 200 Z\xfcrich\r\nX-A: \xe9\xff\r\nContent-Length: 2\r\n\r\n{}'
  const { got, received } = await through(GET.replace('Host', 'X-B: \xe8\xfe\r\nHost'), answer)
  expect(got).toContain('HTTP/1.1 200 Z\xfcrich\r\n')
  expect(got).toContain('X-A: \xe9\xff\r\n')
  expect(received).toContain('X-B: \xe8\xfe\r\n')
})

test('bytes above 0x7f pass where the answer has no body', async () => {
  const { got } = await through(GET, 'HTTP/1.1 204 \xfc\r\nX-A: \xe9\r\n\r\n')
  expect(got).toContain('HTTP/1.1 204 \xfc\r\nX-A: \xe9\r\n')
})

test.each(['PUT', 'POST', 'PROPFIND', 'DELETE'])('a %s without a body gets no length', async (method) => {
  const { received } = await through(GET.replace('GET', method), OK)
  expect(received).not.toMatch(/content-length|transfer-encoding/i)
  expect(received).toMatch(/\r\n\r\n$/)
})

test('a body keeps its length, or its chunks with their trailers', async () => {
  const sized = await through('PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab', OK)
  expect(sized.received).toMatch(/Content-Length: 2\r\n[^]*\r\n\r\nab$/)
  const chunked =
    'PUT /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\nConnection: close\r\n\r\n2\r\nab\r\n0\r\nX-T: 1\r\n\r\n'
  expect((await through(chunked, OK)).received).toMatch(/ab\r\n0\r\nX-T: 1\r\n\r\n$/)
})

test('trailers of an answer in chunks pass, and a header that names some without chunks is dropped', async () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\n{}\r\n0\r\nX-T: 9\r\n\r\n'
  expect((await through(GET, chunked)).got).toMatch(/\{\}\r\n0\r\nX-T: 9\r\n\r\n$/)
  const { got, broken } = await through(GET, OK.replace('Connection', 'Trailer: X-T\r\nConnection'))
  expect(got).toMatch(/^HTTP\/1.1 200 OK/)
  expect(got).not.toContain('Trailer')
  expect(broken).toEqual([])
  const asked = await through(GET.replace('Host', 'Trailer: X-T\r\nHost'), OK)
  expect(asked.got).toMatch(/^HTTP\/1.1 200 OK/)
})

test('headers that Connection names are not passed on, others are', async () => {
  const hop = 'Connection: X-Hop, close\r\nX-Hop: 1\r\nX-End: 2\r\n'
  const { got, received } = await through(
    `GET /a HTTP/1.1\r\nHost: x\r\n${hop}\r\n`,
    `HTTP/1.1 200 OK\r\n${hop}Content-Length: 2\r\n\r\n{}`,
  )
  for (const text of [got, received]) {
    expect(text).not.toContain('X-Hop')
    expect(text).toContain('X-End: 2')
  }
})

test.each([
  ['a status below 100', 'HTTP/1.1 099 No\r\nContent-Length: 0\r\n\r\n'],
  ['a status of zeros', 'HTTP/1.1 000 No\r\nContent-Length: 0\r\n\r\n'],
  ['a control character in its reason', 'HTTP/1.1 200 a\x01b\r\nContent-Length: 0\r\n\r\n'],
  ['no head', 'nothing of HTTP\r\n\r\n'],
])('an answer with %s ends that exchange alone', async (_, answer) => {
  const { forwarded, broken } = await through(GET, answer)
  expect(forwarded.length + broken.length).toBe(1)
})

test('two hosts are a bad request, and none gets one', async () => {
  expect((await through(GET.replace('Host: x', 'Host: x\r\nHost: y'), OK)).got).toMatch(/^HTTP\/1.1 400/)
  const { received } = await through('GET /a HTTP/1.0\r\n\r\n', OK)
  expect(received).toMatch(/Host: 127.0.0.1:\d+\r\n/)
})
