import { syncBuiltinESMExports } from 'node:module'
import { connect, type Socket } from 'node:net'
import timers from 'node:timers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SECONDS_BETWEEN_COMMENTS } from '../../src/node/connections.ts'
import { listen } from '../../src/node/listen.ts'
import { loadPages } from '../../src/node/load-pages.ts'
import { openSimulator } from '../../src/server/open-simulator.ts'
import type { Listening } from '../../src/server/simulator.ts'

const sockets = new Set<Socket>()
const servers = new Set<Listening>()

afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await Promise.all([...servers].map((server) => server.close()))
  servers.clear()
})

/** Its export is longer than what the sockets of a machine take on. */
const longer = {
  users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }],
  templates: Array.from({ length: 2000 }, (_, at) => ({
    id: at + 1,
    creator_id: 1001,
    name: 't',
    image: 'i',
    readme: 'x'.repeat(10_000),
  })),
}

/** Longer than a test may take: whatever ends, ends for another reason. */
const ENDLESS_MS = 3_600_000

async function serve() {
  const server = await listen(openSimulator({ clock: 'frozen' }, { pages: loadPages }), { host: '127.0.0.1', port: 0 })
  servers.add(server)
  return { ...server, port: Number(new URL(server.url).port) }
}

/** A connection that reads nothing until `read` is called. */
function dial(port: number) {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  socket.pause().on('error', () => undefined)
  let received = ''
  socket.setEncoding('latin1').on('data', (part: string) => (received += part))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return {
    send: (path: string, ...headers: readonly string[]) =>
      socket.write([`GET ${path} HTTP/1.1`, 'Host: sim.test', ...headers, '', ''].join('\r\n')),
    /** Reads until something matches. */
    until: (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        const look = (): void => {
          if (!pattern.test(received)) return
          socket.off('data', look)
          resolve(received)
        }
        socket.on('data', look).resume()
      }),
    pause: () => void socket.pause(),
    /** Reads to the end. */
    rest: async () => {
      socket.resume()
      await closed
      return received
    },
  }
}

const EXPORT = '/_sim/state'
const bodyOf = (received: string): string => received.slice(received.indexOf('\r\n\r\n') + 4)

describe('a server that is closed with a time of grace', () => {
  test('ends idle connections at once, those too that never asked', async () => {
    const { port, close } = await serve()
    const [idle, fresh] = [dial(port), dial(port)]
    idle.send('/_sim/health')
    await idle.until(/"status":"ok"/)
    await close(ENDLESS_MS)
    expect([bodyOf(await idle.rest()), await fresh.rest()]).toEqual([expect.stringContaining('"ok"'), ''])
  })

  test('ends streams of events at once', async () => {
    const { port, close } = await serve()
    const stream = dial(port)
    stream.send('/_sim/ui/events')
    await stream.until(/event: change/)
    await close(ENDLESS_MS)
    expect(await stream.rest()).toContain('event: change')
  })

  test('sends an answer under way to its end, and then closes that connection', async () => {
    const simulator = openSimulator({ clock: 'frozen', fixture: 'large' })
    const server = await listen(simulator, { host: '127.0.0.1', port: 0 })
    servers.add(server)
    const reader = dial(Number(new URL(server.url).port))
    reader.send(EXPORT)
    await reader.until(/HTTP\/1\.1 200/)
    reader.pause()
    const closing = server.close(ENDLESS_MS)
    const received = await reader.rest()
    await closing
    const [, length] = /content-length: (\d+)/i.exec(received) ?? []
    const whole = length === undefined ? received.endsWith('0\r\n\r\n') : bodyOf(received).length === Number(length)
    expect([whole, received.length > 1_000_000]).toEqual([true, true])
  })

  test('cuts it when the time is over, or when none was given', async () => {
    for (const graceMs of [1, 0]) {
      const simulator = openSimulator({ clock: 'frozen', fixture: longer })
      const server = await listen(simulator, { host: '127.0.0.1', port: 0 })
      const reader = dial(Number(new URL(server.url).port))
      reader.send(EXPORT)
      await reader.until(/HTTP\/1\.1 200/)
      reader.pause()
      await server.close(graceMs)
      const received = await reader.rest()
      const [, length] = /content-length: (\d+)/i.exec(received) ?? []
      expect(length !== undefined && bodyOf(received).length === Number(length)).toBe(false)
      expect(received.endsWith('0\r\n\r\n')).toBe(false)
    }
  })

  test('takes no further connection', async () => {
    const { port, close } = await serve()
    await close(ENDLESS_MS)
    const late = connect(port, '127.0.0.1')
    const code = await new Promise((resolve) => late.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)))
    expect(code).toBe('ECONNREFUSED')
  })
})

test('a stream of events gets a comment now and then, is not held back by proxies, and other pages are', async () => {
  // The server takes its timers from Node's module, which fake timers do not reach.
  const intervals = vi.spyOn(timers, 'setInterval')
  syncBuiltinESMExports()
  const { port, url } = await serve()
  const stream = dial(port)
  stream.send('/_sim/ui/events')
  const first = await stream.until(/event: change/)
  expect(first).toMatch(/cache-control: no-cache, no-transform\r\n/i)
  expect(first).toMatch(/x-accel-buffering: no\r\n/i)
  expect(first).not.toContain('\n:\n')
  const [comment] = intervals.mock.calls.find(([, ms]) => ms === SECONDS_BETWEEN_COMMENTS * 1000) ?? []
  comment?.()
  expect(await stream.until(/\n:\n\n/)).toContain('\n:\n\n')
  const { headers } = await fetch(`${url}/_sim/ui`)
  expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual(['no-cache', null])
})
