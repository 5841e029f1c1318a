import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { driftAt } from '../support/drift-at.ts'

const open: { close: () => unknown }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

function simulator(dialect: 'documented' | 'observed') {
  const sim = createSimulator({ dialect, clock: 'frozen', rateLimit: { enabled: false } })
  open.push({ close: () => sim[Symbol.asyncDispose]() })
  return sim
}

async function listening(server: Server & { closeAllConnections(): void }) {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => (server.closeAllConnections(), server.close()) })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Simulated = ReturnType<typeof simulator>

/** A service that does what it is asked, and answers some requests otherwise. */
async function spoiled(sim: Simulated, spoil: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const part of request.setEncoding('utf8')) body += String(part)
      const { method = 'GET', url = '/', headers } = request
      if (method === 'DELETE' && spoil(request, response)) return
      const answer = await sim.fetch(url, {
        method,
        headers: { Authorization: headers.authorization ?? '', 'Content-Type': 'application/json' },
        ...(body !== '' && { body }),
      })
      if (method !== 'DELETE' && spoil(request, response)) return
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
    })()
  })
  return `http://${await listening(server)}`
}

interface Row {
  readonly name?: string
  readonly label?: string | null
}

const left = async (sim: Simulated) => {
  const state = (await (await sim.fetch('/_sim/state')).json()) as Readonly<Record<string, readonly Row[]>>
  const isOurs = ({ name, label }: Row) => `${name} ${label}`.includes('rental-sim drift')
  return [...(state['templates'] ?? []), ...(state['instances'] ?? [])].filter(isOurs)
}

const differing = (text: string) => text.split('\n').filter((line) => line.startsWith('differs '))
const RENT = ['--rent', '12345678', '--max-dph', '5'] as const

test('what a template and an instance show of the observed dialect holds, and nothing is left', async () => {
  const sim = simulator('observed')
  const { code, stdout, stderr } = await driftAt(
    await sim.listen(),
    '--dialect',
    'observed',
    '--make-template',
    ...RENT,
  )
  expect({ code, differing: differing(stdout) }).toEqual({ code: 0, differing: [] })
  for (const rule of ['templates.edit.rotates-hash-id', 'templates.delete.deletes', 'instances.create.rents'])
    expect(stdout).toMatch(new RegExp(`holds .*${rule}`))
  expect(stderr).toMatch(/make one template and one instance named "rental-sim drift/)
  expect(stderr).not.toMatch(/left out|could not/)
  expect(await left(sim)).toEqual([])
})

test('in the documented dialect no price can be read, so that nothing is rented', async () => {
  const sim = simulator('documented')
  const { code, stdout, stderr } = await driftAt(await sim.listen(), '--make-template', ...RENT)
  expect({ code, differing: differing(stdout) }).toEqual({ code: 0, differing: [] })
  expect(stderr).toContain('left out: rents it, where it costs at most 5 $/hour')
  const asked = sim.journal.list({ operation: 'instances.create' }).map(({ response }) => response.status)
  expect(asked).toEqual([400])
})

test('an offer that costs more is not rented', async () => {
  const sim = simulator('observed')
  const { stderr } = await driftAt(
    await sim.listen(),
    '--dialect',
    'observed',
    '--rent',
    '12345678',
    '--max-dph',
    '0.001',
  )
  expect(stderr).toContain('left out: rents it')
  expect(sim.journal.list({ operation: 'instances.create' }).map(({ response }) => response.status)).toEqual([400])
})

test.each([
  ['a template', '/api/v0/template/', 'POST', ['--make-template']],
  ['an instance', '/api/v0/asks/12345678/', 'PUT', RENT],
] as const)('%s whose answer is lost is found and taken away', async (_, path, method, options) => {
  const sim = simulator('observed')
  const made: number[] = []
  const url = await spoiled(sim, (request) => {
    if (request.url !== path || request.method !== method) return false
    void left(sim).then((rows) => made.push(rows.length))
    request.socket.destroy()
    return true
  })
  const { error, stdout } = await driftAt(url, '--dialect', 'observed', ...options)
  expect({ error, stdout }).toEqual({ error: expect.stringContaining('cannot be asked') as string, stdout: '' })
  expect({ made, left: await left(sim) }).toEqual({ made: [1], left: [] })
})

test('what a service keeps is named, to be taken away by hand', async () => {
  const sim = simulator('observed')
  const url = await spoiled(sim, ({ method, url: path }, response) => {
    if (method !== 'DELETE' || path !== '/api/v0/template/') return false
    response.writeHead(503).end('{}')
    return true
  })
  const { code, stderr } = await driftAt(url, '--dialect', 'observed', '--make-template')
  expect(stderr).toMatch(/template \d+ could not be taken away: do it yourself/)
  expect({ code, left: (await left(sim)).length }).toEqual({ code: 1, left: 1 })
})

test('a certificate that nobody vouches for ends the command', async () => {
  const pem = readFileSync('test/support/self-signed.pem', 'utf8')
  const server = createSecureServer({ key: pem, cert: pem }, (_, response) => response.end('{}'))
  const { error, stdout } = await driftAt(`https://${await listening(server)}`)
  expect({ error, stdout }).toEqual({
    error: expect.stringMatching(/cannot be asked: .*certificate/) as string,
    stdout: '',
  })
})

test('options that belong together, or to a service, are asked for', async () => {
  for (const options of [
    ['--rent', '5'],
    ['--max-dph', '1'],
    ['--rent', 'x', '--max-dph', '1'],
  ])
    expect((await driftAt('http://127.0.0.1:9', ...options)).error).toContain('--rent 45669396 --max-dph 0.2')
  expect((await driftAt(undefined, 'a.har', '--make-template')).error).toContain('a service that --url names')
})
