import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../support/process.ts'
import { endWhatTestsStart, serve as serveHere, start as startHere } from '../support/run-cli.ts'
import { answering, ask, freePort, serve, start, type Started, track } from '../support/spawn-cli.ts'

endWhatTestsStart()

const LIST = '/api/v0/instances/'
const LOST =
  'rental-sim: the output cannot be written, and is lost from here on: ENOSPC: no space left on device, write\n'

/** A command with a full disk as its standard output. */
function onFullDisk(args: readonly string[], also = ''): Started {
  const started = startProcess(
    'sh',
    ['-c', `exec "$0" dist/cli.cjs "$@" > /dev/full ${also}`, process.execPath, ...args],
    {
      env: { PATH: process.env['PATH'] },
    },
  )
  onTestFinished(started.end)
  return started
}

describe('on a full disk', () => {
  test.each(['openapi', 'scenarios', '--help'])('%s says so in one line, with exit code 2', async (command) => {
    expect(await onFullDisk([command]).ended).toEqual({ code: 2, signal: null, stdout: '', stderr: LOST })
  })

  test.each(['pretty', 'json'])(
    'a server with its log as %s says so once, serves, and ends on a signal',
    async (log) => {
      const port = await freePort()
      const server = onFullDisk(['--port', String(port), '--log', log, '--no-rate-limit'])
      await answering(server, port)
      for (let request = 1; request <= 3; request++)
        expect(await ask(`http://127.0.0.1:${port}${LIST}`)).toMatchObject({ status: 200 })
      server.child.kill('SIGTERM')
      expect(await server.ended).toEqual({ code: 0, signal: null, stdout: '', stderr: LOST })
    },
  )

  test('a server without any output serves', async () => {
    const port = await freePort()
    const server = onFullDisk(['--port', String(port), '--log', 'json'], '2> /dev/full')
    await answering(server, port)
    expect(await ask(`http://127.0.0.1:${port}${LIST}`)).toMatchObject({ status: 200 })
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
  })
})

/** A path with a long line in the log: soon too much waits for a reader. */
const longPath = `/${'x'.repeat(14_000)}`
const REQUESTS = 120

/** Asks for a path again and again on one connection. */
const askAll = (url: string, path = longPath, requests = REQUESTS): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = track(connect(Number(new URL(url).port), '127.0.0.1'))
    socket.on('error', reject).on('close', resolve).resume()
    for (let request = 1; request <= requests; request++)
      socket.write(
        `GET ${path}?request=${request} HTTP/1.1\r\nHost: sim.test\r\nConnection: ${request === requests ? 'close' : 'keep-alive'}\r\n\r\n`,
      )
  })

describe('a log with a stalled reader', () => {
  test.each([
    { log: 'json', dropped: /^\{"event":"dropped",.*"lines":([\d,]+)\}$/m, line: /"event":"exchange"/g },
    {
      log: 'pretty',
      dropped: /^ {2}[\d:]{8} {2}… ([\d,]+) lines were not written$/m,
      line: /^ {2}[\d:]{8} {2}404 GET /gm,
    },
  ])(
    'as $log loses lines that are too many to keep, says how many when it is read again, and goes on',
    async ({ log, dropped, line }) => {
      const port = await freePort()
      const server = start(['--port', String(port), '--log', log])
      const url = `http://127.0.0.1:${port}`
      await answering(server, port)
      server.child.stdout?.pause()
      await askAll(url)
      const told = server.until(dropped)
      server.child.stdout?.resume()
      const text = await told
      const lost = Number(dropped.exec(text)?.[1]?.replace(',', ''))
      expect(lost).toBeGreaterThan(0)
      expect((text.match(line) ?? []).length + lost).toBe(REQUESTS)

      const next = server.until(/after-that/)
      await ask(`${url}/after-that`)
      expect((await next).match(new RegExp(dropped, 'gm'))).toHaveLength(1)
    },
  )

  test.each(['SIGTERM', 'SIGINT'] as const)('keeps no server that %s ends', async (signal) => {
    const { child, url } = await serve()
    child.stdout?.pause()
    await askAll(url)
    const exited = once(child, 'exit')
    child.kill(signal)
    expect(await exited).toEqual([0, null])
    child.stdout?.resume()
  })

  test('a log that is read is whole, also when the server ends', async () => {
    const { ended, child, url, until } = await serve()
    // Less than is kept for a reader that has no time now.
    await askAll(url, longPath, 20)
    await until(/request=20"/)
    // Less than a pipe holds after the end of the one that wrote.
    await askAll(url, '/short')
    child.kill('SIGTERM')
    const { stdout } = await ended
    expect(stdout.match(/"event":"exchange"/g)).toHaveLength(20 + REQUESTS)
    expect(stdout).not.toContain('dropped')
  })
})

describe('what a browser asks before it sends a request is a line of the log', () => {
  const asked = {
    method: 'OPTIONS',
    headers: {
      Origin: 'http://front.test',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'x-a',
    },
  }

  test.each([
    {
      log: 'json',
      line: '{"event":"preflight","time":"…","level":"info","msg":"OPTIONS /api/v0/instances/ 204","sandbox":"mine","origin":"http://front.test","path":"/api/v0/instances/","method":"PATCH","headers":"x-a"}\n',
    },
    {
      log: 'pretty',
      line: '  00:00:00  204 OPTIONS /api/v0/instances/  preflight  ~mine  (http://front.test: PATCH, x-a)\n',
    },
    { log: 'silent', line: undefined },
  ])('as $log', async ({ log, line }) => {
    const port = await freePort()
    const { child, ended } = startHere(['--port', String(port), '--log', log])
    await answering({ ended }, port)
    expect((await fetch(`http://127.0.0.1:${port}/~mine${LIST}`, asked)).status).toBe(204)
    child.kill('SIGTERM')
    const { stdout } = await ended
    expect(
      stdout
        .replaceAll(/"time":"[^"]+"/g, '"time":"…"')
        .replaceAll(/^ {2}\d\d:\d\d:\d\d /gm, '  00:00:00 ')
        .split(/(?<=\n)/)
        .filter((each) => each.includes('preflight')),
    ).toEqual(line === undefined ? [] : [line])
  })

  test('without an API key that stands in its path', async () => {
    const { child, ended, url } = await serveHere()
    await fetch(`${url}/api/v0/renter-key/`, asked)
    child.kill('SIGTERM')
    const { stdout } = await ended
    expect(stdout).toContain('"event":"preflight"')
    expect(stdout).not.toContain('renter-key')
  })
})
