import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ask, endWhatTestsStart, run, serve, track } from '../support/spawn-cli.ts'

endWhatTestsStart()

describe.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with exit code 0', (signal) => {
  test('when it is idle', async () => {
    const { child, ended } = await serve()
    child.kill(signal)
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  test('with a connection kept alive and a request in flight', async () => {
    const { child, ended, url } = await serve()
    const agent = new Agent({ keepAlive: true })
    try {
      await new Promise<void>((resolve, reject) => {
        get(`${url}/_sim/health`, { agent }, (response) => response.resume().on('end', () => resolve())).on(
          'error',
          reject,
        )
      })
      const inFlight = track(connect(Number(new URL(url).port), '127.0.0.1'))
      inFlight.on('error', () => undefined)
      const heard = new Promise<string>((resolve) => inFlight.once('data', (part) => resolve(String(part))))
      inFlight.write(
        [
          'POST /api/v0/template/ HTTP/1.1',
          'Host: sim.test',
          'Authorization: Bearer renter-key',
          'Content-Type: application/json',
          'Content-Length: 100',
          'Expect: 100-continue',
          '',
          '{',
        ].join('\r\n'),
      )
      expect(await heard).toMatch(/^HTTP\/1\.1 100 /)
      child.kill(signal)
      expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    } finally {
      agent.destroy()
    }
  })

  test('while a fault holds a request, a page listens for events and somebody does not read', async () => {
    const { child, ended, url, until } = await serve(['--fixture', 'large'])
    const port = Number(new URL(url).port)
    const dial = (path: string) => {
      const socket = track(connect(port, '127.0.0.1')).on('error', () => undefined)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: sim.test\r\nAuthorization: Bearer renter-key\r\n\r\n`)
      return new Promise<void>((resolve) => socket.once('data', () => resolve(void socket.pause())))
    }
    await ask(`${url}/_sim/faults`, 'POST', { name: 'held', effect: { hang: true } })
    void dial('/api/v0/template/')
    while (JSON.stringify(await ask(`${url}/_sim/faults`)).includes('"matched":0'));
    await Promise.all([dial('/_sim/ui/events'), dial('/_sim/state')])
    child.kill(signal)
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(await until(/listening/)).toContain('listening')
  })
})

const keptFor = async (args: readonly string[]) =>
  (await fetch(`${(await serve(args)).url}/_sim/health`)).headers.get('keep-alive')

const closed = (socket: Socket) => new Promise((resolve) => socket.resume().once('close', () => resolve('closed')))

describe('connections', () => {
  test('are kept longer than load balancers keep theirs, or as long as asked for', async () => {
    expect([await keptFor([]), await keptFor(['--keep-alive', '7'])]).toEqual(['timeout=75', 'timeout=7'])
  })

  test('beyond the maximum are closed at once, with one line in the log, and accepted again below it', async () => {
    const { url, until } = await serve(['--max-connections', '1'])
    const dial = () => track(connect(Number(new URL(url).port), '127.0.0.1')).on('error', () => undefined)
    const first = dial()
    const health = () =>
      new Promise<string>((resolve) => {
        first.once('data', (part) => resolve(String(part)))
        first.write('GET /_sim/health HTTP/1.1\r\nHost: sim.test\r\n\r\n')
      })
    expect(await health()).toContain('200 OK')
    expect([await closed(dial()), await closed(dial())]).toEqual(['closed', 'closed'])
    const told = /"event":"connections_refused".*"open":1/g
    expect((await until(/connections_refused.*\n/)).match(told)).toHaveLength(1)
    expect(await health()).toContain('200 OK')
    const gone = closed(first)
    first.destroy()
    await gone
    while ((await fetch(`${url}/_sim/health`).catch(() => undefined))?.status !== 200);
    expect((await until(/listening/)).match(told)).toHaveLength(1)
    // The connection of fetch is kept, and again the only one.
    expect(await closed(dial())).toBe('closed')
    expect((await until(/connections_refused[^]*connections_refused.*\n/)).match(told)).toHaveLength(2)
  })
})

test('a variable of Kubernetes for the port of a service is no port to listen on', async () => {
  const env = {
    RENTAL_SIM_PORT: 'tcp://10.0.0.1:8080',
    RENTAL_SIM_SERVICE_HOST: '10.0.0.1',
    RENTAL_SIM_SERVICE_PORT: '8080',
  }
  const { url } = await serve([], env)
  expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
  expect(await run(['health'], { ...env, RENTAL_SIM_URL: url })).toMatchObject({ code: 0, stderr: '' })
  expect(await run(['--help'], env)).toMatchObject({ code: 0 })
  expect(await run([], { RENTAL_SIM_PORT: 'http://10.0.0.1' })).toMatchObject({ code: 2 })
})
