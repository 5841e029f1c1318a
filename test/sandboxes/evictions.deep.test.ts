import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { type Client, type Simulated, simulate, users } from '../support/simulate.ts'

const TEMPLATE = '/api/v0/template/'
const EVICTED = 'x-sim-evicted'

async function listed(calls: Client): Promise<readonly string[]> {
  const { sandboxes } = (await calls.get('/_sim/sandboxes')).body as { sandboxes: { name: string }[] }
  return sandboxes.map(({ name }) => name)
}

/** A sandbox with something to lose. */
const precious = ({ as }: Simulated, name: string) =>
  as('renter-key').post(`/~${name}${TEMPLATE}`, { name: 'precious', image: 'i' })

const found = async ({ as }: Simulated, name: string): Promise<unknown> =>
  (await as('renter-key').get(`/~${name}${TEMPLATE}`)).body

const sent = ({ simulator }: Simulated, path: string, init?: RequestInit): Promise<Response> =>
  simulator.fetch(new Request(`http://sim.test${path}`, init))

test.each([
  ['a control call without the token', '/_sim/state', {}],
  [
    'a control call of a foreign page',
    '/_sim/clock/advance',
    { method: 'POST', headers: { Origin: 'https://evil.com' } },
  ],
  ['a health check', '/_sim/health', {}],
  ['a page', '/_sim/ui', {}],
  ['an unknown control call', '/_sim/nothing', { method: 'POST' }],
  ['an unknown path', '/nowhere', {}],
  ['a request without a key', TEMPLATE, {}],
  ['a request with an unknown key', TEMPLATE, { method: 'POST', headers: { Authorization: 'Bearer nobody' } }],
  ['a preflight', TEMPLATE, { method: 'OPTIONS' }],
  ['the description of the interface', '/openapi.json', {}],
] as const)('%s makes no sandbox and evicts none', async (_, path, init) => {
  const world = simulate({}, { controlToken: 't', maxSandboxes: 3 })
  const owner = world.as('t')
  await precious(world, 'mine')
  for (let at = 0; at < 10; at += 1) await sent(world, `/~e${at}${path}`, init)
  expect(await listed(owner)).toEqual(['default', 'mine'])
  expect(await found(world, 'mine')).toMatchObject({ templates_found: 1 })
})

const stub = { name: 's', match: { path: '/billing/*' }, answer: { body: 'fine' } }

test.each([
  ['a stub', '/billing/1', 'documented'],
  ['an operation without permission', '/api/v0/gpu_names/unique/', 'observed'],
  ['a key in the URL', '/api/v0/instances/?api_key=renter-key', 'observed'],
] as const)('what %s answers without a key in a header evicts no sandbox that is used', async (_, path, dialect) => {
  const world = simulate({}, { maxSandboxes: 3, dialect, scenario: { stubs: [stub] } })
  await world.as('renter-key').get('/~reader/api/v0/users/cloud_integrations/')
  for (let at = 0; at < 10; at += 1) expect((await sent(world, `/~e${at}${path}`)).status).toBe(200)
  expect(await listed(world.control)).toEqual(['default', 'reader'])
  expect(world.simulator.sandbox('reader').journal.list()).toHaveLength(1)
})

test('a sandbox that is used with a key in a header counts', async () => {
  const world = simulate({}, { maxSandboxes: 3 })
  for (const name of ['a', 'b', 'c']) await world.as('renter-key').get(`/~${name}/api/v0/users/cloud_integrations/`)
  expect(await listed(world.control)).toEqual(['default', 'c', 'b'])
})

const restricted = [
  ...users,
  { id: 1003, name: 'reader', api_keys: [{ key: 'reader-key', permissions: ['instance_read'] }] },
]
const json = { 'Content-Type': 'application/json' }
const asRenter = { ...json, Authorization: 'Bearer renter-key' }
const asReader = { ...json, Authorization: 'Bearer reader-key' }

test.each([
  ['invalid', 400, TEMPLATE, { method: 'POST', headers: asRenter, body: '{"name":1}' }],
  ['no JSON', 400, TEMPLATE, { method: 'POST', headers: asRenter, body: '{' }],
  [
    'of another type',
    415,
    TEMPLATE,
    { method: 'POST', headers: { ...asRenter, 'Content-Type': 'text/plain' }, body: 'a' },
  ],
  ['not permitted', 403, TEMPLATE, { method: 'POST', headers: asReader, body: '{"name":"n","image":"i"}' }],
  [
    'for an offer that is not there',
    400,
    '/api/v0/asks/77/',
    { method: 'PUT', headers: asRenter, body: '{"image":"i"}' },
  ],
] as const)('a request that is %s (%i) makes no sandbox and evicts none', async (_, status, path, init) => {
  const world = simulate({ users: restricted }, { maxSandboxes: 5 })
  await precious(world, 'mine')
  for (let at = 0; at < 6; at += 1) expect((await sent(world, `/~e${at}${path}`, init)).status).toBe(status)
  expect(await listed(world.control)).toEqual(['default', 'mine'])
  expect(await found(world, 'mine')).toMatchObject({ templates_found: 1 })
  expect((await world.control.get('/~e5/_sim/requests')).body).toMatchObject({ requests: [{ response: { status } }] })
})

test('a request that comes too early after a refused one makes no sandbox', async () => {
  const { as, control } = simulate({}, { rateLimit: { thresholds: { 'templates.create': 5 } } })
  for (const status of [400, 429]) expect(await as('renter-key').post(`/~a${TEMPLATE}`, {})).toMatchObject({ status })
  expect(await listed(control)).toEqual(['default'])
})

test.each([
  ['counts requests', 'POST', '/_sim/requests/verify', { match: { path: '/x' } }, 200],
  ['drops a sandbox', 'DELETE', '/_sim/sandboxes/none', undefined, 404],
] as const)('a control call that %s makes no sandbox and evicts none', async (_, method, path, body, status) => {
  const world = simulate({}, { maxSandboxes: 5 })
  const { control } = world
  await precious(world, 'mine')
  await world.as('nobody').get(`/~refused${TEMPLATE}`)
  for (let at = 0; at < 101; at += 1)
    expect(await control.send(method, `/~e${at}${path}`, body)).toMatchObject({ status })
  expect(await listed(control)).toEqual(['default', 'mine'])
  expect(await control.get('/~refused/_sim/requests')).toMatchObject({ body: { requests: [{ id: 1 }] } })
})

test('dropping sandboxes makes none, and changes none that it is sent to', async () => {
  const { as, control } = simulate({}, { maxSandboxes: 3 })
  for (const name of ['mine', 'other']) await as('renter-key').get(`/~${name}${TEMPLATE}`)
  expect(await control.delete('/~mine/_sim/sandboxes/other')).toMatchObject({ status: 200 })
  await control.post('/~steered/_sim/clock/advance', { seconds: 1 })
  await as('renter-key').get(`/~new${TEMPLATE}`)
  expect(await listed(control)).toEqual(['default', 'new', 'steered'])
  expect(await control.delete('/~none/_sim/sandboxes/none')).toMatchObject({ status: 404 })
  expect(await control.delete('/~none/_sim/sandboxes')).toMatchObject({ body: { dropped: ['steered', 'new'] } })
  expect(await listed(control)).toEqual(['default'])
})

test('a row that was added and taken away again is a change', async () => {
  const world = simulate({}, { maxSandboxes: 3 })
  const renter = world.as('renter-key')
  await precious(world, 'mine')
  expect(await renter.delete(`/~mine${TEMPLATE}`, { template_id: 1 })).toMatchObject({ status: 200 })
  for (const name of ['a', 'b']) await renter.get(`/~${name}${TEMPLATE}`)
  expect(await listed(world.control)).toEqual(['default', 'b', 'mine'])
})

test('a request that a fault answers makes a sandbox in which nothing is changed', async () => {
  const fault = { name: 'down', match: { operation: 'templates.search' }, effect: { status: 503 } }
  const world = simulate({}, { maxSandboxes: 3, scenario: { name: 's', description: 'd', faults: [fault] } })
  await precious(world, 'mine')
  for (const name of ['a', 'b'])
    expect(await world.as('renter-key').get(`/~${name}${TEMPLATE}`)).toMatchObject({ status: 503 })
  expect(await listed(world.control)).toEqual(['default', 'b', 'mine'])
})

test('a look shows a fresh world that is not kept; a control call that is refused leaves none', async () => {
  const world = simulate({}, { maxSandboxes: 3 })
  const { control } = world
  await precious(world, 'mine')
  for (let at = 0; at < 5; at += 1) {
    expect(await control.get(`/~look${at}/_sim/requests`)).toEqual({ status: 200, body: { dropped: 0, requests: [] } })
    expect(await control.post(`/~bad${at}/_sim/clock/advance`, { seconds: -1 })).toMatchObject({ status: 400 })
  }
  expect(await listed(control)).toEqual(['default', 'mine'])
  expect(await control.get('/_sim/health')).toMatchObject({ body: { sandboxes: 2 } })
  expect(await control.post('/~steered/_sim/clock/advance', { seconds: 1 })).toMatchObject({ status: 200 })
  expect(await listed(control)).toEqual(['default', 'steered', 'mine'])
})

test('what code looks at makes no sandbox either', async () => {
  const sim = createSimulator()
  const other = sim.sandbox('other')
  expect([other.journal.list(), other.findings(), other.snapshots.list(), other.faults.list()]).toEqual([
    [],
    [],
    [],
    [],
  ])
  expect(sim.drop('other')).toBe(false)
  other.reset()
  expect(sim.drop('other')).toBe(true)
})

test('a test with refused requests alone finds them in its journal, and an accepted one joins them', async () => {
  const world = simulate({})
  const { as, control } = world
  await as('nobody').get(`/~mine${TEMPLATE}`)
  await as(null).get('/~mine/nowhere')
  expect(await control.get('/~mine/_sim/requests')).toMatchObject({
    body: {
      requests: [
        { id: 1, response: { status: 401 } },
        { id: 2, response: { status: 404 } },
      ],
    },
  })
  expect(await listed(control)).toEqual(['default'])
  await as('renter-key').get(`/~mine${TEMPLATE}`)
  expect(await control.get('/~mine/_sim/requests')).toMatchObject({ body: { requests: { length: 3 } } })
  expect(await listed(control)).toEqual(['default', 'mine'])
})

test('sandboxes of refused requests evict each other beyond a hundred, and that is logged', async () => {
  const { as, control, last } = simulate({})
  for (let at = 0; at < 101; at += 1) await as('nobody').get(`/~e${at}${TEMPLATE}`)
  expect(await control.get('/~e0/_sim/requests')).toMatchObject({ body: { requests: [] } })
  expect(await control.get('/~e1/_sim/requests')).toMatchObject({ body: { requests: [{ id: 1 }] } })
  await as('nobody').get(`/~e0${TEMPLATE}`)
  expect(last().headers.get(EVICTED)).toBe('true')
})

test('a sandbox in which nothing was changed goes before one with changes, however long ago that was used', async () => {
  const world = simulate({}, { maxSandboxes: 4 })
  const reader = world.as('renter-key')
  await precious(world, 'mine')
  for (const name of ['a', 'b', 'c', 'd']) await reader.get(`/~${name}${TEMPLATE}`)
  expect(await listed(world.control)).toEqual(['default', 'd', 'c', 'mine'])
  expect(await found(world, 'mine')).toMatchObject({ templates_found: 1 })
  for (const name of ['e', 'f', 'g']) await precious(world, name)
  expect(await listed(world.control)).toEqual(['default', 'g', 'f', 'e'])
})

test('a client is warned once of an evicted name, which can be found', async () => {
  const { as, control, last, simulator } = simulate({}, { maxSandboxes: 2 })
  const reader = as('renter-key')
  await reader.get(`/~mine${TEMPLATE}`)
  expect(last().headers.get(EVICTED)).toBeNull()
  await reader.get(`/~other${TEMPLATE}`)
  const look = () => simulator.fetch(new Request('http://sim.test/~mine/_sim/requests'))
  expect((await look()).headers.get(EVICTED)).toBe('true')
  expect((await look()).headers.get(EVICTED)).toBe('true')
  await reader.get(`/~mine${TEMPLATE}`)
  expect(last().headers.get(EVICTED)).toBe('true')
  expect(await control.get('/~mine/_sim/findings')).toEqual({
    status: 200,
    body: {
      findings: [
        {
          kind: 'world-evicted',
          operation: 'templates.search',
          text: 'the sandbox was evicted for want of room, and a fresh world answered under its name',
          advice:
            'Drop sandboxes when their tests are over (DELETE /_sim/sandboxes/{id}), or raise --max-sandboxes or --memory-budget.',
          times: 1,
          exchange: 1,
        },
      ],
    },
  })
  expect((await look()).headers.get(EVICTED)).toBeNull()
  await as('renter-key').get(`/~mine/api/v0/instances/`)
  expect(last().headers.get(EVICTED)).toBeNull()
})

test('a name that somebody dropped or reset is not an evicted one', async () => {
  const { as, control, last } = simulate({}, { maxSandboxes: 2 })
  const reader = as('renter-key')
  await reader.get(`/~mine${TEMPLATE}`)
  await control.delete('/_sim/sandboxes/mine')
  await reader.get(`/~mine${TEMPLATE}`)
  expect(last().headers.get(EVICTED)).toBeNull()
  await reader.get(`/~other${TEMPLATE}`)
  await control.post('/~mine/_sim/reset')
  await reader.get(`/~mine${TEMPLATE}`)
  expect(last().headers.get(EVICTED)).toBeNull()
  expect(await control.get('/~mine/_sim/findings')).toEqual({ status: 200, body: { findings: [] } })
})
