import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { START, users } from '../support/simulate.ts'

const LIST = '/api/v0/users/cloud_integrations/'
const headers = { Authorization: 'Bearer renter-key' }
const fixture = { users, cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }] }
const real = [{ id: 1, cloud_type: 's3', name: 'models' }]

const made = new Set<Simulator>()
afterEach(async () => {
  await Promise.all([...made].map(({ close }) => close()))
  made.clear()
})

function simulator(options: SimulatorOptions = {}): Simulator {
  const sim = createSimulator({ fixture, clock: 'frozen', rateLimit: { enabled: false }, ...options })
  made.add(sim)
  return sim
}

const read = async (answer: Promise<Response>) => {
  const response = await answer
  return { status: response.status, body: (await response.json()) as unknown }
}

/** The names of the sandboxes that were asked, in order. */
function listening(): { sim: Simulator; asked: string[] } {
  const asked: string[] = []
  return { sim: simulator({ onExchange: (_, sandbox) => asked.push(sandbox) }), asked }
}

describe('fetch', () => {
  test.each([
    { name: 'a path', input: LIST },
    { name: 'a path without its slash', input: LIST.slice(1) },
    { name: 'a URL as text', input: `https://compute.example${LIST}` },
    { name: 'a URL', input: new URL(LIST, 'https://compute.example') },
    { name: 'a Request', input: new Request(`https://compute.example${LIST}`) },
  ])('takes $name and an init', async ({ input }) => {
    expect(await read(simulator().fetch(input, { headers }))).toEqual({ status: 200, body: real })
  })

  test('takes a Request with all that it carries, and an init that wins over it', async () => {
    const { fetch } = simulator()
    const body = JSON.stringify({ name: 'x', image: 'y' })
    const request = new Request('https://compute.example/api/v0/template/', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    })
    expect(await read(fetch(request.clone()))).toMatchObject({ status: 200, body: { template: { name: 'x' } } })
    expect(await read(fetch(request, { headers: { Authorization: 'Bearer nobody' } }))).toMatchObject({ status: 401 })
  })

  test('rejects a text that is no address, as fetch does', async () => {
    await expect(simulator().fetch('http://[')).rejects.toThrow(TypeError)
  })

  test('is usable on its own', async () => {
    const { fetch } = simulator()
    const sandbox = simulator().sandbox('a').fetch
    expect([(await fetch(LIST, { headers })).status, (await sandbox(LIST, { headers })).status]).toEqual([200, 200])
  })

  test('reaches the control API and the description too', async () => {
    const { fetch } = simulator()
    expect(await read(fetch('/_sim/clock'))).toEqual({ status: 200, body: { now: START, mode: 'frozen' } })
    expect(await read(fetch('/openapi.json'))).toMatchObject({ status: 200, body: { openapi: '3.1.0' } })
  })

  test('a signal that is aborted already rejects, and nothing is asked', async () => {
    const { sim, asked } = listening()
    const reason = new Error('enough')
    await expect(sim.fetch(LIST, { headers, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect([asked, sim.journal.list()]).toEqual([[], []])
  })

  test('a held request that is aborted rejects with the reason of its signal', async () => {
    const sim = simulator()
    sim.faults.add({ name: 'f', effect: { hang: true } })
    const controller = new AbortController()
    const answer = sim.fetch(LIST, { headers, signal: controller.signal })
    controller.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(sim.journal.list()).toMatchObject([{ id: 1, response: { status: 0 }, fault: { outcome: 'lost' } }])
  })
})

describe('which sandbox answers', () => {
  test('a path is for the sandbox of that fetch; a prefix or a header names another', async () => {
    const { sim, asked } = listening()
    const { fetch, url } = sim.sandbox('a')
    await fetch(LIST, { headers })
    await fetch(url + LIST, { headers })
    await fetch(`https://compute.example${LIST}`, { headers })
    await fetch(`/~b${LIST}`, { headers })
    await fetch(sim.sandbox('c').url + LIST, { headers })
    await fetch(LIST, { headers: { ...headers, 'X-Sim-Sandbox': 'd' } })
    await fetch(`/~default${LIST}`, { headers })
    await sim.fetch(LIST, { headers })
    expect(asked).toEqual(['a', 'a', 'a', 'b', 'c', 'd', 'default', 'default'])
  })

  test('a name that is none is refused in code as it is over HTTP', async () => {
    const sim = simulator()
    for (const name of ['', 'a b', 'a/b', 'ä', 'x'.repeat(65)]) {
      const msg = `"${name}" is not a sandbox name: 1 to 64 letters, digits, dots, dashes or underscores`
      expect(() => sim.sandbox(name)).toThrow(new RangeError(msg))
    }
    expect(await read(sim.fetch(`/~a%20b${LIST}`))).toEqual({
      status: 400,
      body: {
        error: 'invalid_args',
        msg: '"a%20b" is not a sandbox name: 1 to 64 letters, digits, dots, dashes or underscores',
      },
    })
  })

  test('sandbox(name) is one sandbox however often it is asked for, and a world of its own', async () => {
    const sim = simulator()
    const [one, again, other] = [sim.sandbox('a'), sim.sandbox('a'), sim.sandbox('b')]
    await one.clock.advance(5)
    one.faults.add({ name: 'f', effect: { status: 418 } })
    expect((await again.fetch(LIST, { headers })).status).toBe(418)
    expect([again.clock.now, other.clock.now, sim.clock.now]).toEqual(['2026-01-01T00:00:05.000Z', START, START])
    for (const { faults, journal } of [other, sim]) expect([faults.list(), journal.list()]).toEqual([[], []])
    expect([one, other, sim].map(({ name }) => name)).toEqual(['a', 'b', 'default'])
    expect(sim.sandbox('default').exportState()).toEqual(sim.exportState())
  })

  test('a sandbox that is dropped begins anew; the default and one that is not there stay', async () => {
    const sim = simulator()
    const sandbox = sim.sandbox('a')
    await sandbox.clock.advance(5)
    expect([sim.drop('a'), sim.drop('a'), sim.drop('default'), sim.drop('never')]).toEqual([true, false, false, false])
    expect(sandbox.clock.now).toBe(START)
  })
})

describe('a server', () => {
  const nowhere = 'http://rental-sim.invalid'

  test('has a URL while it listens, and so has every sandbox', async () => {
    const sim = simulator()
    const sandbox = sim.sandbox('a')
    expect([sim.url, sandbox.url]).toEqual([nowhere, `${nowhere}/~a`])
    const url = await sim.listen()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect([sim.url, sandbox.url, sim.sandbox('b').url]).toEqual([url, `${url}/~a`, `${url}/~b`])
    await sandbox.clock.advance(5)
    expect(await read(fetch(sandbox.url + LIST, { headers }))).toEqual({ status: 200, body: real })
    expect(sandbox.journal.list()).toMatchObject([{ at: '2026-01-01T00:00:05.000Z' }])
    expect(sim.journal.list()).toEqual([])
    await sim.close()
    expect([sim.url, sandbox.url]).toEqual([nowhere, `${nowhere}/~a`])
    await expect(fetch(url + LIST)).rejects.toThrow('fetch failed')
  })

  test('leaves the globals of its process alone', async () => {
    const globals = [globalThis.Request, globalThis.Response, globalThis.fetch]
    const url = await simulator().listen()
    expect((await fetch(url + LIST, { headers })).status).toBe(200)
    expect([globalThis.Request, globalThis.Response, globalThis.fetch]).toEqual(globals)
  })

  test('listens once', async () => {
    const sim = simulator()
    const first = sim.listen()
    await expect(sim.listen()).rejects.toThrow(/^the simulator listens already$/)
    const url = await first
    await expect(sim.listen()).rejects.toThrow(`the simulator listens already, on ${url}`)
    expect(sim.url).toBe(url)
  })

  test('a port that is taken rejects, and another one is free', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    try {
      const sim = simulator()
      await expect(sim.listen({ port: (taken.address() as AddressInfo).port })).rejects.toMatchObject({
        code: 'EADDRINUSE',
      })
      expect(sim.url).toBe(nowhere)
      expect((await fetch((await sim.listen()) + LIST, { headers })).status).toBe(200)
    } finally {
      taken.close()
    }
  })

  test('an empty host, which a socket takes for every address, rejects', async () => {
    const sim = simulator()
    await expect(sim.listen({ host: '' })).rejects.toThrow(
      new RangeError('host: is empty; leave it out to listen on 127.0.0.1'),
    )
    expect(sim.url).toBe(nowhere)
  })

  test('closed, it listens again on the same port, and its sandboxes go on', async () => {
    const sim = simulator()
    const port = Number(new URL(await sim.listen()).port)
    await sim.sandbox('a').clock.advance(5)
    await sim.close()
    expect(await sim.listen({ port })).toBe(`http://127.0.0.1:${port}`)
    expect(await read(fetch(`${sim.sandbox('a').url}/_sim/clock`))).toMatchObject({
      body: { now: '2026-01-01T00:00:05.000Z' },
    })
  })

  test('may be closed before it listens, while it begins to, twice, and at once', async () => {
    const sim = simulator()
    await sim.close()
    const listened = sim.listen()
    await Promise.all([sim.close(), sim.close()])
    await expect(fetch(await listened)).rejects.toThrow('fetch failed')
    expect(sim.url).toBe(nowhere)
    await sim.close()
  })

  test('is closed at the end of its block by await using', async () => {
    let url: string
    {
      await using sim = createSimulator({ fixture })
      url = await sim.listen()
      expect((await fetch(url + LIST, { headers })).status).toBe(200)
    }
    await expect(fetch(url + LIST)).rejects.toThrow('fetch failed')
  })

  test('without a server fetch answers still, also after close', async () => {
    const sim = simulator()
    await sim.listen()
    await sim.close()
    expect(await read(sim.fetch(LIST, { headers }))).toEqual({ status: 200, body: real })
  })
})
