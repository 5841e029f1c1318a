import { expect, test } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import { absent, proves } from '../support/proves.ts'

const observed = { dialect: 'observed', rateLimit: { enabled: false } } as const
const RULE = 'routing.trailing-slash'
const KEY = 'renter-key'

type Sent = Readonly<Record<string, string>>

async function ask(path: string, method = 'GET', headers: Sent = {}, options: SimulatorOptions = observed) {
  const simulator = createSimulator(options)
  const response = await simulator.fetch(new Request(`http://sim.test${path}`, { method, headers, redirect: 'manual' }))
  const { status } = response
  return { simulator, response, status, location: response.headers.get('location') }
}

proves(
  'routing.trailing-slash',
  'every method is led to the path with its slash, before a key is asked for',
  async (given) => {
    const { as, last } = given.simulate(undefined, observed)
    for (const [method, path] of [
      ['GET', '/api/v0/instances'],
      ['PUT', '/api/v0/asks/12345678'],
      ['POST', '/api/v0/bundles'],
      ['DELETE', '/api/v0/instances/31'],
      ['PATCH', '/api/v1/instances'],
      ['HEAD', '/api/v0/template'],
    ] as const) {
      expect((await as(null).send(method, path)).status).toBe(302)
      expect(last().headers.get('location')).toBe(`${path}/`)
      expect(last()).toMatchObject({ basis: 'assumed', rules: [RULE] })
    }
  },
)

absent('routing.trailing-slash', 'a path with its slash is served, and one that is none is unknown', async (given) => {
  const { as } = given.simulate(undefined, observed)
  expect((await as(KEY).get('/api/v0/instances/')).status).toBe(200)
  for (const path of ['/api/v0/instance', '/api/v0/asks', '/api', '/api/v0'])
    expect((await as(KEY).get(path)).status).toBe(404)
  expect((await given.simulate().as(KEY).get('/api/v0/instances')).status).toBe(404)
})

test('a client that follows gets what the path with its slash answers: query, sandbox and prefix of a proxy stay', async () => {
  for (const [path, headers, expected] of [
    ['/api/v0/instances?owner=me&x=a%20b', {}, '/api/v0/instances/?owner=me&x=a%20b'],
    ['/~ci-1/api/v0/users/current?api_key=renter-key', {}, '/~ci-1/api/v0/users/current/?api_key=renter-key'],
    ['/api/v1/instances', { 'X-Sim-Sandbox': 'ci-1' }, '/api/v1/instances/'],
    ['/~a/api/v0/bundles', { 'X-Forwarded-Prefix': '/tools/sim/, /other' }, '/tools/sim/~a/api/v0/bundles/'],
    ['/api/v0/bundles', { 'X-Forwarded-Prefix': '//evil.example' }, '/api/v0/bundles/'],
  ] as const) {
    const { simulator, location } = await ask(path, 'GET', headers)
    expect(location).toBe(expected)
    const own = expected.replace('/tools/sim', '')
    const followed = await simulator.fetch(own, { headers: { ...headers, Authorization: `Bearer ${KEY}` } })
    expect(followed.status).toBe(200)
  }
})

test('a PUT that is followed loses its body and becomes a GET: the hint warns of it', async () => {
  const { response, simulator } = await ask('/api/v0/instances/bid_price/31', 'PUT', {})
  const headers = { Authorization: `Bearer ${KEY}` }
  expect((await simulator.fetch('/api/v0/instances?owner=me', { headers })).status).toBe(200)
  expect(simulator.findings().map(({ kind, text }) => [kind, text])).toEqual([
    ['unmatched-request', 'PUT /api/v0/instances/bid_price/31 is not an operation'],
  ])
  expect(response.headers.get('x-sim-hint')).toBe(
    'a trailing slash is missing: /api/v0/instances/bid_price/31/; a client that follows may send GET without the body',
  )
  expect(await response.text()).toBe('<title>302 Found</title>')
  expect(response.headers.get('content-type')).toBe('text/html')
  expect((await simulator.fetch('/api/v0/instances/bid_price/31/')).status).toBe(405)
})

for (const key of [KEY, 'a-key-that-nobody-has'])
  test(`the key of the URL stands in Location, and in nothing that is kept: ${key}`, async () => {
    const { simulator, location } = await ask(`/api/v0/users/current?api_key=${key}`)
    expect(location).toContain(key)
    const [exchange] = simulator.journal.list()
    expect(exchange?.response.headers['location']).toMatch(/^\/api\/v0\/users\/current\/\?api_key=\*+$/)
    const bundle = await (await simulator.fetch('/_sim/bundle')).text()
    expect(JSON.stringify(simulator.journal.list()) + bundle).not.toContain(key)
  })

test('a key that stands in the path is masked in Location, too', async () => {
  const { simulator, location } = await ask(`/api/v0/instances/${KEY}`)
  expect(location).toBe(`/api/v0/instances/${KEY}/`)
  expect(JSON.stringify(simulator.journal.list())).not.toContain(KEY)
})

test.each([
  ['redirects-permanently', 301],
  ['required', 404],
  ['optional', 401],
] as const)('the choice %s answers %i', async (choice, status) => {
  const documented = await ask('/api/v0/instances', 'GET', {}, { rules: { [RULE]: choice } })
  expect(documented.status).toBe(status)
})

test('a stub is at both paths', async () => {
  const simulator = createSimulator(observed)
  simulator.stubs.add({ name: 'bill', match: { path: '/billing/7/' }, answer: { body: 'paid' } })
  expect(await (await simulator.fetch('/billing/7')).text()).toBe('paid')
})

test.each([
  ['GET', '/api/v0//bundles/?q={}', 'a slash is there twice: /api/v0/bundles/'],
  ['GET', '/api//v0/users//current/', 'a slash is there twice: /api/v0/users/current/'],
] as const)('a path with two slashes is unknown, and the hint names the one: %s %s', async (method, path, hint) => {
  const { status, response } = await ask(path, method)
  expect({ status, hint: response.headers.get('x-sim-hint') }).toEqual({ status: 404, hint })
})

test('a method that a path does not take is looked for at the nearest path', async () => {
  const { response } = await ask('/api/v0/network_volume/', 'PUT')
  expect(response.headers.get('x-sim-hint')).toContain('; PUT is taken at /api/v0/network_volumes/')
})
