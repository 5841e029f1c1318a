import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { endWhatTestsStart, run, track } from '../support/run-cli.ts'
import { run as runProcess } from '../support/spawn-cli.ts'

endWhatTestsStart()

/** What takes a connection and is not an HTTP server. */
async function peer(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => onSocket(track(socket).on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const failed = (stderr: string) => ({ code: 2, signal: null, stdout: '', stderr })

describe.each([
  { command: 'report', args: ['report', '--fail-on', 'findings', 'unmatched'] },
  { command: 'bundle', args: ['bundle', join(tmpdir(), 'never-written.json')] },
])('$command exits 2 and says why', ({ args }) => {
  test('when the connection is closed before anything is sent', async () => {
    const url = await peer((socket) => socket.end())
    expect(await run([...args, '--url', url])).toEqual(
      failed(`rental-sim: no simulator answers at ${url}: socket hang up\n`),
    )
  })

  test.each([
    { title: 'no answer comes', onSocket: () => undefined },
    { title: 'the answer does not end', onSocket: (socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n{') },
  ] satisfies readonly { title: string; onSocket: (socket: Socket) => void }[])(
    'when $title within --timeout',
    async ({ onSocket }) => {
      const url = await peer(onSocket)
      expect(await run([...args, '--url', url, '--timeout', '200'])).toEqual(
        failed(`rental-sim: no simulator answers at ${url}: no whole answer within 0.2 s\n`),
      )
    },
  )

  test('when Node itself never settles the call', async () => {
    const inert = `import http from 'node:http'
      import { syncBuiltinESMExports } from 'node:module'
      import { EventEmitter } from 'node:events'
      http.request = () => Object.assign(new EventEmitter(), { end: () => undefined })
      syncBuiltinESMExports()`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(inert)}` }
    expect(await runProcess([...args, '--url', 'http://127.0.0.1:1'], env)).toEqual(
      failed('rental-sim: it ended before it was done\n'),
    )
  })
})
