import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { searchPath, simulate, type Simulated, START } from '../support/simulate.ts'

interface Entry {
  readonly id: number
  readonly at: string
  readonly operation: string | null
  readonly response: { readonly status: number; readonly headers: Record<string, string>; readonly body: unknown }
}

const TEMPLATES = '/api/v0/template/'
const INSTANCES = '/api/v0/instances/'
const fingerprint = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 8)
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)

async function journal({ control }: Simulated, filters = '') {
  const { status, body } = await control.get(`/_sim/requests${filters}`)
  expect({ filters, status }).toEqual({ filters, status: 200 })
  return body as { readonly dropped: number; readonly requests: readonly Entry[] }
}

const ids = async (world: Simulated, filters = ''): Promise<readonly number[]> =>
  (await journal(world, filters)).requests.map(({ id }) => id)

test('an exchange has its request, answer, operation, user, rules, basis, hint and time', async () => {
  const world = simulate()
  await world.control.post('/_sim/clock/advance', { seconds: 90 })
  const sent = { name: 'x', image: 'y', tag: 'z', runtype: 'ssh', recommended_disk_space: 9 }
  const { status, body } = await world.as('renter-key').post(TEMPLATES, sent)
  const { basis, rules, headers } = world.last()
  const { template: created } = body as { template: { id: number } }
  const { dropped, requests } = await journal(world)
  expect({ dropped, requests }).toEqual({
    dropped: 0,
    requests: [
      {
        id: 1,
        at: '2026-01-01T00:01:30.000Z',
        duration_ms: 0,
        operation: 'templates.create',
        user_id: 1001,
        api_key: { fingerprint: fingerprint('renter-key'), user_id: 1001 },
        request: {
          method: 'POST',
          path: TEMPLATES,
          query: '',
          headers: { authorization: '********', 'content-type': 'application/json' },
          body: sent,
        },
        response: { status, headers: requests[0]?.response.headers, body },
        basis,
        rules,
        hint: null,
        fault: null,
        near_misses: [],
        changes: [{ collection: 'templates', id: created.id, before: null, after: expect.objectContaining(sent) }],
      },
    ],
  })
  const { 'x-sim-world': _, ...told } = Object.fromEntries(headers)
  expect(Object.fromEntries(new Headers(requests[0]?.response.headers))).toEqual(told)
  expect(rules).toContain('templates.create.creates')
})

test('the query and the hint are kept', async () => {
  const world = simulate()
  await world.as('host-key').get(searchPath({ id: { eq: 9002 } }))
  await world.as(null).get('/api/v0/instances')
  const query = `select_filters=${encodeURIComponent('{"id":{"eq":9002}}')}`
  expect((await journal(world)).requests).toMatchObject([
    { operation: 'templates.search', user_id: 1002, request: { query, body: null }, hint: null },
    { hint: 'a trailing slash is missing: /api/v0/instances/ (instances.list); --dialect observed redirects to it' },
  ])
})

test('a request that no operation takes has no operation and no user', async () => {
  const world = simulate()
  const { status, body } = await world.as(null).post('/api/v0/nowhere/')
  expect((await journal(world)).requests).toMatchObject([
    {
      id: 1,
      at: START,
      operation: null,
      user_id: null,
      api_key: null,
      request: { method: 'POST', path: '/api/v0/nowhere/', query: '', headers: {}, body: null },
      response: { status, body },
      basis: 'assumed',
      rules: ['routing.unknown-path'],
    },
  ])
})

test('an unknown key is shown by its fingerprint, without a user', async () => {
  const world = simulate()
  await world.as('stranger').get(INSTANCES)
  expect((await journal(world)).requests).toMatchObject([
    { operation: 'instances.list', user_id: null, api_key: { fingerprint: fingerprint('stranger'), user_id: null } },
  ])
})

test('X-Sim-Exchange is the number in the journal of its sandbox', async () => {
  const world = simulate()
  for (const expected of ['1', '2', '3']) {
    await world.as('renter-key').get(TEMPLATES)
    expect(world.last().headers.get('x-sim-exchange')).toBe(expected)
  }
  await world.as('renter-key').get(`/~other${TEMPLATES}`)
  expect(world.last().headers.get('x-sim-exchange')).toBe('1')
  expect(await ids(world)).toEqual([1, 2, 3])
})

/** Five exchanges that differ in what the journal can be asked for. */
async function recorded(): Promise<Simulated> {
  const world = simulate()
  await world.as('renter-key').get(TEMPLATES)
  await world.as('host-key').get(INSTANCES)
  await world.as('host-key').get(INSTANCES)
  await world.as('stranger').get(TEMPLATES)
  await world.as(null).get('/nowhere')
  return world
}

const five = recorded()

test.each([
  { filters: '', found: [1, 2, 3, 4, 5] },
  { filters: '?operation=instances.list', found: [2, 3] },
  { filters: '?status=4xx', found: [3, 4, 5] },
  { filters: '?status=4xx,!404', found: [3, 4] },
  { filters: '?status=401-404', found: [4, 5] },
  { filters: '?status=>=404', found: [3, 5] },
  { filters: '?method=POST', found: [] },
  { filters: '?user=1002', found: [2, 3] },
  { filters: '?rule=authentication.key-unknown', found: [4] },
  { filters: '?text=NOWHERE', found: [5] },
  { filters: '?text=instances.list%20429', found: [3] },
  { filters: '?has=finding', found: [3, 5] },
  { filters: '?before=3', found: [1, 2] },
  { filters: '?basis=injected', found: [] },
  { filters: '?api_key=host-key', found: [2, 3] },
  { filters: `?api_key=${fingerprint('host-key')}`, found: [2, 3] },
  { filters: '?since=3', found: [4, 5] },
  { filters: '?limit=2', found: [4, 5] },
  { filters: '?operation=instances.list&status=200&api_key=host-key', found: [2] },
])('the filters "$filters" find $found', async ({ filters, found }) => {
  expect(await ids(await five, filters)).toEqual(found)
})

test('an exchange is found by the names that the client gave the request and its trace', async () => {
  const world = simulate()
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  await world.as('renter-key').get(TEMPLATES)
  const headers = { 'X-Request-Id': 'checkout-7', traceparent: `00-${trace}-00f067aa0ba902b7-01` }
  await world.as('renter-key').get(TEMPLATES, { headers })
  expect(await ids(world, '?request_id=checkout-7')).toEqual([2])
  expect(await ids(world, `?trace_id=${trace}`)).toEqual([2])
  expect(await ids(world, '?request_id=checkout')).toEqual([])
  expect(await ids(world, `?request_id=checkout-7&trace_id=${trace.replace('4', '5')}`)).toEqual([])
})

test('without a limit the latest hundred are answered', async () => {
  const world = simulate()
  for (let sent = 0; sent < 105; sent++) await world.as(null).get('/nowhere')
  expect(await ids(world)).toEqual(Array.from({ length: 100 }, (_, index) => index + 6))
  expect(await ids(world, '?limit=1000')).toHaveLength(105)
})

test.each([
  ['?status=ok', /^status: is neither a status, a class such as 5xx, nor a range such as 400-499, >=500 or !200$/],
  ['?since=-1', /^since: is not a number$/],
  ['?trace_id=00-4bf9', /^trace_id: is not the 32 hex digits of a trace$/],
  ['?statuss=200', /^statuss: unknown key "statuss"; did you mean "status"\?$/],
])('the bad filters %s are refused', async (filters, message) => {
  const { control } = simulate()
  expect(await control.get(`/_sim/requests${filters}`)).toEqual({
    status: 400,
    body: { error: 'invalid_args', msg: like(message) },
  })
})

test('an exchange is found by its number, another number is not', async () => {
  const world = await five
  const { requests } = await journal(world)
  for (const entry of requests) {
    expect(await world.control.get(`/_sim/requests/${entry.id}`)).toEqual({ status: 200, body: entry })
  }
  for (const id of ['0', '6', '-1', '1.0', 'first', '99999999999999999999']) {
    expect(await world.control.get(`/_sim/requests/${id}`), id).toEqual({
      status: 404,
      body: { error: 'not_found', msg: `the journal has no exchange ${id}` },
    })
  }
})

test.each([0, 1, 3])('a journal of %d keeps that many and counts what it dropped', async (journalSize) => {
  const world = simulate(undefined, { journalSize })
  for (let sent = 0; sent < 5; sent++) await world.as('renter-key').get(TEMPLATES)
  const { dropped, requests } = await journal(world)
  expect({ dropped, kept: requests.map(({ id }) => id) }).toEqual({
    dropped: 5 - journalSize,
    kept: [1, 2, 3, 4, 5].slice(5 - journalSize),
  })
  expect(await world.control.get('/_sim/requests/1')).toMatchObject({ status: 404 })
})

test('DELETE clears the journal; numbers go on', async () => {
  const world = simulate(undefined, { journalSize: 2 })
  for (let sent = 0; sent < 3; sent++) await world.as('renter-key').get(TEMPLATES)
  expect(await world.control.delete('/_sim/requests')).toEqual({ status: 200, body: { cleared: true } })
  expect(await journal(world)).toEqual({ dropped: 0, requests: [] })
  await world.as('renter-key').get(TEMPLATES)
  expect(await ids(world)).toEqual([4])
})

test('control calls leave no exchange', async () => {
  const world = simulate()
  await world.control.get('/_sim/state')
  await world.control.get('/_sim/nothing')
  await world.control.get('/openapi.json')
  expect(await journal(world)).toEqual({ dropped: 0, requests: [] })
})

test('a body that nests deep can be shown', async () => {
  const world = simulate()
  const text = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect(await world.as('renter-key').post(TEMPLATES, undefined, { text })).toMatchObject({ status: 400 })
  expect(await ids(world)).toEqual([1])
})
