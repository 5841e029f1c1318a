import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { captures } from '../support/captures.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

const { folder } = captures()
const KEY = 'renter-key'
const open: { close: () => unknown }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

async function simulator(options: Parameters<typeof createSimulator>[0] = {}) {
  const sim = createSimulator({ ...options, rateLimit: { enabled: false } })
  open.push({ close: () => sim[Symbol.asyncDispose]() })
  return { sim, url: await sim.listen() }
}

async function served(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => (server.closeAllConnections(), server.close()) })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A test suite that asks the service, and prints what it got. */
const suite = join(folder, 'suite.mjs')
writeFileSync(
  suite,
  `import { request } from 'node:http'
  const { RENTAL_SIM_URL, RENTAL_SIM_API_KEY, EXIT = '0' } = process.env
  const ask = ([method, path, body, abort]) => new Promise((resolve) => {
    const text = body && JSON.stringify(body)
    const ofBody = body && { 'Content-Type': 'application/json', 'Content-Length': text.length }
    const headers = { Authorization: 'Bearer ' + RENTAL_SIM_API_KEY, ...ofBody }
    const sent = request(RENTAL_SIM_URL + path, { method, headers }, (answer) => {
      if (abort) return sent.destroy(), resolve('left')
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => resolve([answer.statusCode, answer.rawHeaders, Buffer.concat(parts).toString('base64')]))
      answer.on('error', () => resolve('cut'))
    })
    sent.on('error', ({ code }) => resolve(code))
    sent.end(text)
  })
  const got = []
  for (const each of JSON.parse(process.argv[2])) got.push(await ask(each))
  console.log('GOT ' + JSON.stringify(got))
  process.exit(Number(EXIT))`,
)

type Asked = readonly [method: string, path: string, body?: object | null, abort?: true]

async function proxied(url: string, asked: readonly Asked[], options: readonly string[] = [], env = {}) {
  const command = [process.execPath, suite, JSON.stringify(asked)]
  const ended = await run(['drift', '--proxy', '--url', url, ...options, '--', ...command], {
    RENTAL_API_KEY: KEY,
    ...env,
  })
  const [, got = '[]'] = /^GOT (.*)$/m.exec(ended.stdout) ?? []
  expect(ended.stderr).not.toContain(KEY)
  return { ...ended, got: JSON.parse(got) }
}

const differing = (text: string) => text.split('\n').filter((line) => line.startsWith('differs '))

/** The lines that do not say where an exchange stands. */
const verdicts = (text: string) => text.split('\n').filter((line) => /^(holds|differs|\d)/.test(line))

const session: readonly Asked[] = [
  ['GET', '/api/v0/instances/'],
  ['POST', '/api/v0/template/', { name: 'mine', image: 'a/b' }],
  ['DELETE', '/api/v0/template/', { template_id: 987_654 }],
]

test('what a command asks is forwarded and judged, and its exit code is passed on', async () => {
  const { sim, url } = await simulator()
  const { code, stdout, stderr, got } = await proxied(url, session, [], { EXIT: '3' })
  expect({ code, differing: differing(stdout) }).toEqual({ code: 3, differing: [] })
  expect(got.map(([status]: [number]) => status)).toEqual([200, 200, 404])
  expect(stdout).toContain('holds   instances.list fields, 1 seen')
  expect(stdout).toContain('holds   templates.delete.id-unknown (assumed), 1 seen')
  expect(stderr).toMatch(/http:\/\/127.0.0.1:\d+ forwards to http:\/\/127.0.0.1:\d+/)
  const templates = await sim.fetch(`${url}/api/v0/template/`, { headers: { Authorization: `Bearer ${KEY}` } })
  expect(await templates.text()).toContain('"mine"')
})

test('a rule that the service breaks differs, and a kept capture shows it again without secrets', async () => {
  const { url } = await simulator({ rules: { 'templates.delete.id-unknown': { status: 410 } } })
  const keep = join(folder, 'kept.har')
  const { code, stdout } = await proxied(
    url,
    [...session, ['GET', `/api/v0/instances/?api_key=${KEY}`]],
    ['--keep', keep],
  )
  expect(code).toBe(1)
  expect(differing(stdout)).toEqual([expect.stringContaining('templates.delete')])
  expect(readFileSync(keep, 'utf8')).not.toContain(KEY)
  const again = await run(['drift', keep])
  expect(verdicts(stdout).slice(-verdicts(again.stdout).length)).toEqual(verdicts(again.stdout))
})

test('redirects, compressed answers and cookies pass as they are', async () => {
  const packed = gzipSync(JSON.stringify({ instances_found: 0, instances: [] }))
  const listener: RequestListener = (request, response) => {
    if (request.url === '/moved') response.writeHead(302, { Location: 'https://other.invalid/' }).end()
    else
      response
        .writeHead(200, {
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
          'Set-Cookie': ['a=1', 'b=2'],
          'Content-Length': packed.length,
        })
        .end(packed)
  }
  const url = await served(listener)
  const { code, stdout, got } = await proxied(url, [
    ['GET', '/moved'],
    ['GET', '/api/v0/instances/'],
  ])
  const [[moved, movedHeaders], [, headers, body]] = got
  expect({ moved, body }).toEqual({ moved: 302, body: packed.toString('base64') })
  expect(movedHeaders).toEqual(expect.arrayContaining(['Location', 'https://other.invalid/']))
  expect(headers.filter((each: string) => /^[ab]=/.test(each))).toEqual(['a=1', 'b=2'])
  expect(code).toBe(0)
  expect(stdout).toContain('holds   instances.list fields, 1 seen')
  expect(stdout).toContain('1 exchanges of no known operation')
})

test('a request that the client gives up and an answer that is cut reach both sides, and are not judged', async () => {
  const left = new EventEmitter()
  const gone = once(left, 'gone')
  const url = await served((request, response) => {
    if (request.url === '/hangs') response.on('close', () => left.emit('gone', '/hangs')).flushHeaders()
    else if (request.url === '/cut')
      response.writeHead(200, { 'Content-Length': 9 }).write('{', () => request.socket.destroy())
    else response.setHeader('Content-Type', 'application/json').end('[]')
  })
  const { code, stdout, stderr, got } = await proxied(url, [
    ['GET', '/cut'],
    ['GET', '/hangs', null, true],
    ['GET', '/api/v0/users/cloud_integrations/'],
  ])
  expect(got.slice(0, 2)).toEqual(['cut', 'left'])
  expect({ code, left: await gone }).toEqual({ code: 0, left: ['/hangs'] })
  expect(stdout).toContain('holds   cloud-connections.list fields, 1 seen')
  expect(stderr.match(/1 exchanges are not judged/g)?.length).toBe(2)
})

test('a service that is not there, a command that asks nothing and --keep alone end with 2', async () => {
  const dead = await proxied('http://127.0.0.1:9', session)
  expect({ code: dead.code, got: dead.got }).toEqual({ code: 2, got: ['ECONNRESET', 'ECONNRESET', 'ECONNRESET'] })
  expect(dead.stderr).toContain('ECONNREFUSED')
  const { url } = await simulator()
  const idle = await proxied(url, [])
  expect(idle.stderr).toContain('what went through has no exchange of an operation that is known')
  const alone = await run(['drift', 'a.har', '--keep', 'b.har'])
  expect(alone).toMatchObject({ code: 2, stderr: 'rental-sim: --keep is for --proxy\n' })
  expect(existsSync('b.har')).toBe(false)
  expect((await run(['drift', '--proxy', '--url', url])).stderr).toContain('-- npm test')
})
