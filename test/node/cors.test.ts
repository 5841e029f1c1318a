import { afterEach, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const ORIGIN = 'http://front.test:5173'
const KEY = { Authorization: 'Bearer renter-key' }
const LIST = '/api/v0/instances/'
const EXPOSED = 'X-Sim-Basis, X-Sim-Evidence, X-Sim-Rules, X-Sim-Exchange, X-Sim-Hint, X-Sim-Evicted, X-Sim-World'

const open = new Set<Simulator>()
afterEach(async () => {
  await Promise.all([...open].map((simulator) => simulator.close()))
  open.clear()
})

type Send = (path: string, init?: RequestInit) => Promise<Response>

async function simulator(carrier: 'fetch' | 'a socket') {
  const made = createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })
  open.add(made)
  const base = carrier === 'fetch' ? 'http://sim.test' : await made.listen()
  const send: Send = (path, init) =>
    carrier === 'fetch' ? made.fetch(new Request(`${base}${path}`, init)) : fetch(`${base}${path}`, init)
  return { send, made }
}

/** What a browser looks at before it gives an answer to a page, or sends what the page asked for. */
const cors = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(
      ([name, value]) => name.startsWith('access-control-') || (name === 'vary' && value !== 'Accept-Encoding'),
    ),
  )

const preflight = (method: string, headers?: string, Origin = ORIGIN): RequestInit => ({
  method: 'OPTIONS',
  headers: {
    Origin,
    'Access-Control-Request-Method': method,
    ...(headers !== undefined && { 'Access-Control-Request-Headers': headers }),
  },
})

describe.each(['fetch', 'a socket'] as const)('over %s', (carrier) => {
  test.each([
    [{ status: 503 }, 503, 'Origin'],
    [{ status: 200, body: {}, headers: { Vary: 'Accept' } }, 200, 'Accept, Origin'],
    [{ html_502: true }, 502, 'Origin'],
    [{ refuse: 'not_authorized' }, 403, 'Origin'],
    [{ dribble: { chunks: 2, interval_ms: 0 } }, 200, 'Origin'],
  ] as const)('what the fault %j makes of an answer can be read too', async (effect, status, vary) => {
    const { send, made } = await simulator(carrier)
    made.faults.add({ name: 'f', effect })
    const response = await send(LIST, { headers: { ...KEY, Origin: ORIGIN } })
    await response.arrayBuffer()
    expect({ status: response.status, cors: cors(response) }).toMatchObject({
      status,
      cors: { 'access-control-allow-credentials': 'true', 'access-control-allow-origin': ORIGIN, vary },
    })
  })

  test('what a fault or a stub says of other origins is sent as it is written, and all of its headers may be read', async () => {
    const { send, made } = await simulator(carrier)
    const headers = {
      'Access-Control-Allow-Origin': 'https://other.test',
      'Access-Control-Allow-Credentials': 'false',
      'Access-Control-Expose-Headers': 'X-Page',
      'Retry-After': '7',
      'X-Page': '2',
      'Set-Cookie': 'a=b',
    }
    made.faults.add({ name: 'f', match: { path: LIST }, effect: { status: 503, headers } })
    made.stubs.add({ name: 's', match: { path: '/elsewhere' }, answer: { headers } })
    made.stubs.add({ name: 'plain', match: { path: '/plain' }, answer: {} })
    for (const path of [LIST, '/elsewhere']) {
      const response = await send(path, { headers: { ...KEY, Origin: ORIGIN } })
      expect(cors(response)).toEqual({
        'access-control-allow-credentials': 'false',
        'access-control-allow-origin': 'https://other.test',
        'access-control-expose-headers': `${EXPOSED}, X-Page, retry-after`,
        vary: 'Origin',
      })
    }
    expect(cors(await send('/plain', { headers: { Origin: ORIGIN } }))).toEqual({
      'access-control-allow-credentials': 'true',
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers': EXPOSED,
      vary: 'Origin',
    })
  })

  test('what a stub says of Vary stays beside the origin', async () => {
    const { send, made } = await simulator(carrier)
    made.stubs.add({ name: 's', match: { path: '/elsewhere' }, answer: { headers: { Vary: 'Accept' } } })
    expect((await send('/elsewhere', { headers: { Origin: ORIGIN } })).headers.get('vary')).toBe('Accept, Origin')
  })

  test('a page that used an invalid sandbox name gets the refusal', async () => {
    const { send } = await simulator(carrier)
    const response = await send(`/~no%20name${LIST}`, { headers: { Origin: ORIGIN } })
    expect({ status: response.status, ...cors(response) }).toMatchObject({
      status: 400,
      'access-control-allow-origin': ORIGIN,
    })
  })

  test.each([LIST, `/~mine${LIST}`, '/api/v0/nothing/', '/instances/'])(
    'a browser may send to %s whatever the page wants to send, and nothing of its question is in the journal',
    async (path) => {
      const { send, made } = await simulator(carrier)
      const response = await send(path, preflight('PATCH', 'traceparent,x-request-id'))
      expect({ status: response.status, body: await response.text(), cors: cors(response) }).toEqual({
        status: 204,
        body: '',
        cors: {
          'access-control-allow-credentials': 'true',
          'access-control-allow-headers': 'traceparent,x-request-id',
          'access-control-allow-methods': 'PATCH',
          'access-control-allow-origin': ORIGIN,
          'access-control-max-age': '600',
          vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
        },
      })
      const sandbox = path.startsWith('/~') ? made.sandbox('mine') : made
      expect(sandbox.journal.list()).toEqual([])
      await send(path, { headers: { ...KEY, Origin: ORIGIN } })
      expect(sandbox.journal.list()).toMatchObject([{ id: 1, request: { method: 'GET' } }])
    },
  )

  test('an OPTIONS request of no browser gets what the interface takes, and elsewhere is an exchange', async () => {
    const { send, made } = await simulator(carrier)
    expect(cors(await send(LIST, { method: 'OPTIONS' }))).toEqual({
      'access-control-allow-headers': 'Authorization, Content-Type, X-Sim-Sandbox',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-origin': '*',
      'access-control-max-age': '600',
    })
    expect(made.journal.list()).toEqual([])
    expect((await send('/nowhere', { method: 'OPTIONS' })).status).toBe(404)
    expect(made.journal.list()).toMatchObject([{ request: { method: 'OPTIONS', path: '/nowhere' } }])
  })

  test('to the control API no browser of a foreign origin may send anything', async () => {
    const { send } = await simulator(carrier)
    for (const path of ['/_sim/reset', '/~mine/_sim/clock/advance', '/_sim/ui', '/_sim/nothing', '/_sim/health']) {
      for (const Origin of [ORIGIN, 'null']) {
        const asked = await send(path, preflight('POST', 'content-type', Origin))
        const sent = await send(path, { method: 'POST', headers: { Origin } })
        expect([path, asked.ok, cors(asked), sent.ok, cors(sent)]).toEqual([path, false, {}, false, {}])
      }
    }
  })
})
