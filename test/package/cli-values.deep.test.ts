import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { endWhatTestsStart, type Environment, freePort, run, start } from '../support/run-cli.ts'

endWhatTestsStart()

const ESC = '\u001b'

test.each<[readonly string[], Environment, string]>([
  [[], { RENTAL_SIM_CONTROL_TOKEN: 'secret\n' }, 'secret\\u000a'],
  [[], { RENTAL_SIM_CONTROL_TOKEN: `a${ESC}b` }, 'a\\u001bb'],
  [['--seed', 'x\u0000y'], {}, 'x\\u0000y'],
  [[], { RENTAL_SIM_SEED: 'seed\r' }, 'seed\\u000d'],
  [[], { RENTAL_SIM_PORT: '5301\r' }, '5301\\u000d'],
  [[], { RENTAL_SIM_CLOCK: 'frozen\r' }, 'frozen\\u000d'],
  [[], { RENTAL_SIM_NO_RATE_LIMIT: '1\r' }, '1\\u000d'],
  [[], { RENTAL_SIM_LOG: 'json\t' }, 'json\\u0009'],
  [[], { RENTAL_SIM_JOURNAL_SIZE: '10\n' }, '10\\u000a'],
  [['--host', '127.0.0.1\r'], {}, '127.0.0.1\\u000d'],
  [['--allowed-host', 'a,b\u200b\r'], {}, 'a,b\\u200b\\u000d'],
  [['report', '--url', 'http://127.0.0.1:1\n'], {}, '1\\u000a'],
  [['--nothing\r'], {}, '--nothing\\u000d'],
])('%j with %j is refused in one line that shows what cannot be seen', async (args, env, shown) => {
  const { code, stdout, stderr } = await run(args, env)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(shown)
  expect(stderr).toMatch(/^[^\p{Cc}\p{Cf}]*\n(\(Did you mean .*\)\n)?$/u)
})

test.each([' ', 'é', '密'])('the token %j is refused, because no header carries it', async (token) => {
  const { code, stderr } = await run([], { RENTAL_SIM_CONTROL_TOKEN: token })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `error: option '--control-token <text>' value '${token}' from env 'RENTAL_SIM_CONTROL_TOKEN' is invalid. No header carries it: a token is of letters, digits and signs of ASCII.\n`,
  })
})

test.each([[[]], [['exec', '--', 'true']], [['report']]])('an empty control token is refused by %j', async (args) => {
  const { code, stderr } = await run(args, { RENTAL_SIM_CONTROL_TOKEN: '' })
  expect(code).toBe(2)
  expect(stderr).toMatch(/^error: option '--control-token <text>' value '' .* It is empty\..*\n$/)
})

test('other empty variables count as not set, and tokens and JSON of several lines are taken', async () => {
  const port = String(await freePort())
  const server = start(['--port', port, '--rule', 'authentication.key-missing={"status":\n418}'], {
    RENTAL_SIM_CONTROL_TOKEN: 'Az9-._~+/=! x',
    RENTAL_SIM_SEED: '',
    RENTAL_SIM_FIXTURE: '',
  })
  await server.until(/127\.0\.0\.1/)
  const headers = { Authorization: 'Bearer Az9-._~+/=! x' }
  expect((await fetch(`http://127.0.0.1:${port}/_sim/state`, { headers })).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${port}/api/v0/instances/`)).status).toBe(418)
  expect(server.stderr()).toBe('')
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})

test.each([6000, 6667])('a server at port %i, which browsers refuse, says so', async (port) => {
  const server = start(['--port', String(port)])
  await server.until(/127\.0\.0\.1/)
  expect(server.stderr()).toBe(`rental-sim: browsers and fetch refuse port ${port}: choose another one\n`)
})

/** A server that answers every request with more and more, until its client has enough. */
async function endless(status: number): Promise<{ readonly url: string; readonly close: () => void }> {
  const part = 'x'.repeat(4 * 1024 * 1024)
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    const more = (): void => {
      while (!response.destroyed && response.write(part)) continue
      response.once('drain', more)
    }
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, close: () => void server.close() }
}

test.each([
  [['report'], 2, 200],
  [['report', '--sandbox', 'a'], 2, 500],
  [['bundle', 'never-written.json'], 2, 200],
  [['health'], 1, 200],
] as const)('%j ends with one line where an answer never ends', async (args, code, status) => {
  const { url, close } = await endless(status)
  const ended = await run([...args, '--url', url, ...(args[0] === 'health' ? [] : ['--timeout', '600000'])])
  close()
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toMatch(
    /^rental-sim: no simulator answers at http:\S+: the answer has more than \d+ characters\n$/,
  )
})

test('the gate names the requests that matched no operation', async () => {
  const script = `const ask = (path) => fetch(process.env.RENTAL_SIM_URL + path).then((r) => r.text())
    ask('/api/v0/instances').then(() => ask('/api/v0/nothing/'))`
  const { code, stderr } = await run(['exec', '--fail-on', 'unmatched', '--', process.execPath, '-e', script])
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /unmatched: 2 requests matched no operation\n {2}unmatched-request: .*\n {4}.*trailing slash is missing.*\n {2}unmatched-request: GET \/api\/v0\/nothing\/ .*\n {4}\S/,
  )
})
