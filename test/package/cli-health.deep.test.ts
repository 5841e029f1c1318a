import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { folderForTest } from '../support/folders.ts'
import { runScript } from '../support/sh.ts'
import { endWhatTestsStart, freePort, run, serve } from '../support/run-cli.ts'

endWhatTestsStart()

const others = new Set<Server>()
afterEach(() => {
  for (const server of others) {
    server.closeAllConnections()
    server.close()
  }
  others.clear()
})

/** A server that is not a simulator. */
async function other(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  others.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const healthy = { code: 0, signal: null, stdout: '', stderr: '' }
const told = (code: number, stderr: string | RegExp) => ({
  code,
  signal: null,
  stdout: '',
  stderr: typeof stderr === 'string' ? `${stderr}\n` : (expect.stringMatching(stderr) as unknown),
})

describe('exits 0 and says nothing when a simulator answers', () => {
  test('at --url, with or without a slash at its end', async () => {
    const { url } = await serve()
    expect(await run(['health', '--url', url])).toEqual(healthy)
    expect(await run(['health', '--url', `${url}/`])).toEqual(healthy)
  })

  test('at RENTAL_SIM_PORT of this machine', async () => {
    const { url } = await serve()
    expect(await run(['health'], { RENTAL_SIM_PORT: new URL(url).port })).toEqual(healthy)
  })
})

test('reads nothing of the simulator, and needs no node_modules', async () => {
  const { url } = await serve()
  const folder = folderForTest()
  mkdirSync(join(folder, 'dist', 'cli'), { recursive: true })
  copyFileSync('package.json', join(folder, 'package.json'))
  copyFileSync('dist/cli.cjs', join(folder, 'dist', 'cli.cjs'))
  for (const file of readdirSync('dist/cli').filter((each) => each !== 'simulator.cjs'))
    copyFileSync(join('dist', 'cli', file), join(folder, 'dist', 'cli', file))
  const cli = join(folder, 'dist', 'cli.cjs')
  expect(await runScript(`node ${cli} health --url ${url} && echo healthy`)).toBe('healthy\n')
  await expect(runScript(`node ${cli} serve --port 0`)).rejects.toThrow('simulator.cjs')
})

describe('exits 1 and says why', () => {
  test('when nothing listens', async () => {
    const port = await freePort()
    const target = `http://127.0.0.1:${port}/_sim/health`
    expect(await run(['health'], { RENTAL_SIM_PORT: String(port) })).toEqual(
      told(1, `rental-sim: no simulator answers at ${target}: connect ECONNREFUSED 127.0.0.1:${port}`),
    )
  })

  test.each([
    { title: 'a page', body: '<!doctype html>' },
    { title: 'JSON of another kind', body: '{"status": "up"}' },
    { title: 'null', body: 'null' },
    { title: 'nothing', body: '' },
  ])('when what answers says $title', async ({ body }) => {
    const url = await other((_request, response) => response.end(body))
    expect(await run(['health', '--url', url])).toEqual(
      told(1, `rental-sim: what answers at ${url}/_sim/health is not a rental-sim`),
    )
  })

  test('when it answers with an error', async () => {
    const url = await other((_request, response) => response.writeHead(503).end('{"status": "ok"}'))
    expect(await run(['health', '--url', url])).toEqual(told(1, `rental-sim: ${url}/_sim/health answered 503`))
  })

  const unanswered = /^rental-sim: no simulator answers at http:\/\/[^ ]+: (no whole answer within 2 s|aborted)\n$/

  test('when the answer breaks off', async () => {
    const url = await other((_request, response) => {
      response.writeHead(200, { 'Content-Length': 9 }).write('{', () => response.destroy())
    })
    expect(await run(['health', '--url', url])).toEqual(told(1, unanswered))
  })

  test('when no answer comes, and when it does not end', async () => {
    const urls = [await other(() => undefined), await other((_request, response) => void response.write('{"status":'))]
    const ends = await Promise.all(urls.map((url) => run(['health', '--url', url])))
    expect(ends).toEqual(urls.map(() => told(1, unanswered)))
  })
})

describe('exits 2 and names the mistake', () => {
  test.each([
    { args: ['--url', 'localhost:4010'], env: {}, stderr: 'error: localhost:4010 is not an http:// URL' },
    { args: ['--url', 'http://'], env: {}, stderr: 'error: http:// is not an http:// URL' },
    { args: [], env: { RENTAL_SIM_URL: 'file:///tmp' }, stderr: 'error: file:///tmp is not an http:// URL' },
    { args: [], env: { RENTAL_SIM_PORT: 'abc' }, stderr: 'error: http://127.0.0.1:abc is not an http:// URL' },
    { args: ['extra'], env: {}, stderr: /too many arguments/ },
    { args: ['--ulr', 'http://127.0.0.1:1'], env: {}, stderr: /unknown option '--ulr'[^]*--url/ },
  ])('$args $env', async ({ args, env, stderr }) => {
    expect(await run(['health', ...args], env as Record<string, string>)).toEqual(told(2, stderr))
  })
})
