import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { captures } from '../support/captures.ts'
import { driftAt } from '../support/drift-at.ts'

const { folder } = captures()
const KEY = 'renter-key'
const open: { close: () => unknown }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

async function served(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => (server.closeAllConnections(), server.close()) })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function simulator(options: Parameters<typeof createSimulator>[0]) {
  const sim = createSimulator({ ...options, clock: 'frozen', rateLimit: { enabled: false } })
  open.push({ close: () => sim[Symbol.asyncDispose]() })
  return sim.listen()
}

const differing = (text: string) => text.split('\n').filter((line) => line.startsWith('differs '))

test.each(['documented', 'observed'] as const)(
  'all that a %s simulator answers to the probes holds',
  async (dialect) => {
    const { code, stdout, stderr, pauses } = await driftAt(await simulator({ dialect }), '--dialect', dialect)
    expect({ code, differing: differing(stdout) }).toEqual({ code: 0, differing: [] })
    expect(stdout).toContain('authentication.key-unknown')
    expect(stderr).toContain('sends 14 requests to')
    expect(pauses.length).toBe(13)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1)
  },
)

test('one that keeps to the observed dialect differs, until what was seen is written', async () => {
  const url = await simulator({ dialect: 'observed' })
  const file = join(folder, 'observed.yaml')
  const first = await driftAt(url, '--write', file)
  expect(first.code).toBe(1)
  expect(differing(first.stdout).join('\n')).toMatch(/authentication.key-missing[^]*authentication.key-unknown/)
  expect(readFileSync(file, 'utf8')).not.toContain('No rule can express')
  const again = await driftAt(url, '--fixture', `default,${file}`)
  expect({ code: again.code, differing: differing(again.stdout) }).toEqual({ code: 0, differing: [] })
})

test('a rule that refuses otherwise is the one that differs', async () => {
  const url = await simulator({ rules: { 'templates.edit.hash-id-unknown': { status: 422, code: 'gone' } } })
  expect(differing((await driftAt(url)).stdout)).toEqual([expect.stringContaining('templates.edit.hash-id-unknown')])
})

test.each<[string, RequestListener, string]>([
  ['redirects', (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(), 'redirects (302)'],
  ['limits all', (_, response) => response.writeHead(429).end('{"detail": "slow down"}'), '429 again and again'],
  ['refuses the key', (_, response) => response.writeHead(401).end('{}'), 'refuses the key'],
  ['hangs', () => {}, 'no whole answer within 0.05 s'],
  ['closes the connection', (request) => request.socket.destroy(), 'cannot be asked'],
])('a service that %s ends the command', async (name, listener, said) => {
  let count = 0
  const url = await served((request, response) => ((count += 1), listener(request, response)))
  const { error, stdout } = await driftAt(url, '--timeout', name === 'hangs' ? '0.05' : '30')
  expect({ error, stdout }).toEqual({ error: expect.stringContaining(said), stdout: '' })
  expect(count).toBeLessThan(4)
})

test('captures and a service, neither of them, and a key in the address are refused', async () => {
  expect((await driftAt(undefined)).error).toContain('name captures, or a service with --url')
  expect((await driftAt('http://127.0.0.1:9', 'a.har')).error).toContain('name captures, or a service')
  expect((await driftAt(`http://${KEY}@127.0.0.1:9`)).error).toContain('without a key in it')
})
