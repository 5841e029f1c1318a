import nodeHttp from 'node:http'
import { http, HttpResponse } from 'msw'
import { setupServer, type SetupServer } from 'msw/node'
import { afterEach, describe, expect, test } from 'vitest'
import { createSimulator, type SimulatedSandbox, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { handlers, type HandlersOptions } from '../../src/msw.ts'
import { START, users } from '../support/simulate.ts'

const BASE = 'https://compute.example'
const LIST = '/api/v0/users/cloud_integrations/'
const TEMPLATES = '/api/v0/template/'
const headers = { Authorization: 'Bearer renter-key' }
const fixture = { users, cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }] }
const real = [{ id: 1, cloud_type: 's3', name: 'models' }]

let server: SetupServer | undefined
const complaints: string[] = []

afterEach(() => {
  server?.close()
  server = undefined
  complaints.length = 0
})

/** MSW before a sandbox; what nothing intercepts is an error. */
function intercept(sandbox: SimulatedSandbox, options?: HandlersOptions): void {
  server = setupServer(...handlers(sandbox, options))
  server.listen({
    onUnhandledRequest: (request, print) => {
      complaints.push(request.url)
      print.error()
    },
  })
}

const simulator = (options: SimulatorOptions = {}): Simulator =>
  createSimulator({ fixture, clock: 'frozen', rateLimit: { enabled: false }, ...options })

function simulated(options?: HandlersOptions): Simulator {
  const sim = simulator()
  intercept(sim, options)
  return sim
}

const read = async (url: string, init: RequestInit = { headers }) => {
  const response = await fetch(url, init)
  return { status: response.status, body: (await response.json()) as unknown }
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** Resolves once the fault has met a request: MSW hands requests on in steps of its own. */
async function met({ faults }: Simulator): Promise<void> {
  while (faults.list()[0]?.matched !== 1) await new Promise(setImmediate)
}

const answered = { status: 200, body: real }

describe('requests that are intercepted', () => {
  test.each([`${BASE}${LIST}`, `http://127.0.0.1:1${LIST}`, `${BASE}/v2/proxy${LIST}`])(
    'by default any address: %s',
    async (url) => {
      const sim = simulated()
      expect(await read(url)).toEqual(answered)
      expect(sim.journal.list().map(({ request }) => request.path)).toEqual([LIST])
    },
  )

  test.each([BASE, `${BASE}/`, `${BASE}/v2`, `${BASE}/v2/`])('with a baseUrl: %s', async (baseUrl) => {
    simulated({ baseUrl })
    const base = baseUrl.replace(/\/$/, '')
    expect(await read(base + LIST)).toEqual(answered)
    expect(await read(`${base}/~a${LIST}`)).toEqual(answered)
    expect(complaints).toEqual([])
  })

  test('with a baseUrl nothing else', async () => {
    const sim = simulated({ baseUrl: `${BASE}/v2` })
    await expect(fetch(BASE + LIST)).rejects.toThrow(TypeError)
    await expect(fetch(`https://other.example/v2${LIST}`)).rejects.toThrow(TypeError)
    await expect(fetch(`${BASE}/v2/elsewhere`)).rejects.toThrow(TypeError)
    expect(complaints).toEqual([BASE + LIST, `https://other.example/v2${LIST}`, `${BASE}/v2/elsewhere`])
    expect(sim.journal.list()).toEqual([])
  })

  test("works with onUnhandledRequest: 'error', and beside handlers of one's own", async () => {
    server = setupServer(
      ...handlers(simulator()),
      http.get(`${BASE}/mine`, () => HttpResponse.json('mine')),
    )
    server.listen({ onUnhandledRequest: 'error' })
    expect(await read(BASE + LIST)).toEqual(answered)
    expect(await read(`${BASE}/mine`)).toEqual({ status: 200, body: 'mine' })
  })

  test('bodies, queries, methods and headers arrive, and answers come back whole', async () => {
    const sim = simulated()
    const url = `${BASE}${TEMPLATES}`
    const readme = 'ä'.repeat(100_000)
    const created = await read(url, json('POST', { name: 'x', image: 'y', readme }))
    expect(created).toMatchObject({ status: 200, body: { template: { name: 'x' } } })
    expect(JSON.stringify(sim.exportState()).includes(readme)).toBe(true)
    const { template } = created.body as { template: { id: number; hash_id: string } }
    expect(await read(url, json('PUT', { hash_id: template.hash_id, name: 'z' }))).toMatchObject({ status: 200 })
    const filters = encodeURIComponent(JSON.stringify({ id: { eq: template.id } }))
    const response = await fetch(`${url}?select_filters=${filters}`, { headers })
    expect(await response.json()).toMatchObject({ templates: [{ name: 'z' }] })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'x-sim-exchange': '3',
      'x-sim-basis': 'assumed',
    })
    expect(await read(url, json('DELETE', { template_id: template.id }))).toMatchObject({ status: 200 })
    expect(sim.journal.list().map(({ request }) => request.method)).toEqual(['POST', 'PUT', 'GET', 'DELETE'])
  })

  test('clients of node:http are answered too', async () => {
    simulated()
    const text = await new Promise<string>((resolve, reject) => {
      nodeHttp
        .get(BASE.replace('https', 'http') + LIST, { headers }, (response) => {
          let body = ''
          response.setEncoding('utf8').on('data', (part: string) => (body += part))
          response.on('end', () => resolve(body))
        })
        .on('error', reject)
    })
    expect(JSON.parse(text)).toEqual(real)
  })

  test('a wrong key and an unknown path are refused as over HTTP', async () => {
    const sim = simulated()
    expect(await read(BASE + LIST, { headers: { Authorization: 'Bearer nobody' } })).toMatchObject({ status: 401 })
    expect(await read(`${BASE}/api/v0/cloud/`)).toMatchObject({ status: 404 })
    expect(sim.findings().map(({ kind }) => kind)).toEqual(['unmatched-request'])
  })
})

describe('sandboxes', () => {
  test('by path, by header, and by the one that was handed over', async () => {
    const sim = simulator()
    intercept(sim.sandbox('mine'))
    await read(BASE + LIST)
    await read(`${BASE}/~a${LIST}`)
    await read(`${BASE}/v2/~b${LIST}`)
    await read(BASE + LIST, { headers: { ...headers, 'X-Sim-Sandbox': 'c' } })
    await read(`${BASE}/~default${LIST}`)
    const asked = ['mine', 'a', 'b', 'c', 'default', 'never'].map((name) => sim.sandbox(name).journal.list().length)
    expect(asked).toEqual([1, 1, 1, 1, 1, 0])
  })

  test('the control API steers them', async () => {
    const sim = simulated()
    const clock = { now: '2026-01-01T00:00:05.000Z', mode: 'frozen' }
    expect(await read(`${BASE}/~a/_sim/clock/advance`, { method: 'POST', body: '{"seconds":5}' })).toEqual({
      status: 200,
      body: { ...clock, happened: [], clock },
    })
    expect([sim.sandbox('a').clock.now, sim.clock.now]).toEqual(['2026-01-01T00:00:05.000Z', START])
  })

  test('a simulator that listens is intercepted alike', async () => {
    const sim = simulator()
    const url = await sim.listen()
    intercept(sim)
    try {
      expect(await read(`${url}/~a${LIST}`)).toEqual(answered)
      expect(await read(BASE + LIST)).toEqual(answered)
      expect([sim.journal.list().length, sim.sandbox('a').journal.list().length]).toEqual([1, 1])
    } finally {
      await sim.close()
    }
  })
})

describe('faults', () => {
  test.each([{ reset: true }, { empty_response: true }] as const)('%j is a network error', async (effect) => {
    const sim = simulated()
    sim.faults.add({ name: 'f', when: { times: 1 }, effect })
    await expect(fetch(BASE + LIST, { headers })).rejects.toMatchObject({
      name: 'TypeError',
      message: 'Failed to fetch',
    })
    expect(sim.journal.list()).toMatchObject([{ response: { status: 0 }, fault: { outcome: 'lost' } }])
    expect(await read(BASE + LIST)).toEqual(answered)
  })

  test('hang waits, and the clock releases it', async () => {
    const sim = simulated()
    sim.faults.add({ name: 'f', when: { times: 1 }, effect: { hang: true, latency_ms: 30_000 } })
    const answer = read(BASE + LIST)
    await met(sim)
    expect(await sim.clock.advance(29)).toMatchObject({ happened: [] })
    expect(await sim.clock.advance(1)).toMatchObject({ happened: [{ text: 'exchange 1 goes on (fault f)' }] })
    expect(await answer).toEqual(answered)
  })

  test('hang ends with a network error when the simulator closes', async () => {
    const sim = simulated()
    sim.faults.add({ name: 'f', effect: { hang: true } })
    const answer = fetch(BASE + LIST, { headers }).catch((error: unknown) => error)
    await met(sim)
    await sim.close()
    expect(await answer).toBeInstanceOf(TypeError)
  })

  test('hang ends when the client gives up', async () => {
    const sim = simulated()
    sim.faults.add({ name: 'f', effect: { hang: true } })
    const controller = new AbortController()
    const answer = fetch(BASE + LIST, { headers, signal: controller.signal }).catch((error: unknown) => error)
    await met(sim)
    controller.abort()
    expect(await answer).toMatchObject({ name: 'AbortError' })
    while (sim.journal.list().length === 0) await new Promise(setImmediate)
    expect(sim.journal.list()).toMatchObject([{ response: { status: 0 }, fault: { effect: 'hang', outcome: 'lost' } }])
  })

  test('a truncated body fails while it is read', async () => {
    const sim = simulated()
    sim.faults.add({ name: 'f', effect: { truncate_body: 0.5 } })
    const response = await fetch(BASE + LIST, { headers })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow(TypeError)
  })

  test.each([
    { effect: { status: 204 }, status: 204, body: '' },
    { effect: { status: 503, body: 'down' }, status: 503, body: 'down' },
    { effect: { malformed_json: true }, status: 200, body: `${JSON.stringify(real).slice(0, -1)},` },
    { effect: { html_502: true }, status: 502, body: expect.stringContaining('<html') as unknown },
  ] as const)('$effect comes through', async ({ effect, status, body }) => {
    const sim = simulated()
    sim.faults.add({ name: 'f', effect })
    const response = await fetch(BASE + LIST, { headers })
    expect({ status: response.status, body: await response.text() }).toEqual({ status, body })
  })
})

test('scenarios are switched under the client', async () => {
  const sim = simulator({ scenario: 'flaky-listing' })
  intercept(sim)
  const instances = `${BASE}/api/v0/instances/`
  expect(await read(instances)).toMatchObject({ status: 503 })
  sim.scenario(null)
  expect(await read(instances)).toMatchObject({ status: 200 })
  expect(await read(`${BASE}/_sim/scenario`, { method: 'PUT', body: '{"name":"gateway-html"}' })).toMatchObject({
    body: { active: { name: 'gateway-html' } },
  })
  expect((await fetch(instances, { headers })).status).toBe(502)
  expect(sim.scenario()?.name).toBe('gateway-html')
})
