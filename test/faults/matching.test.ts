import { describe, expect, test } from 'vitest'
import { type CallOptions, simulate, type Simulated } from '../support/simulate.ts'

const rows = { templates: [{ id: 7, creator_id: 1001, name: 't', image: 'library/ubuntu' }] }

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly body?: unknown
  readonly key?: string
  readonly options?: CallOptions
}

async function faulty(match: object): Promise<Simulated> {
  const world = simulate(rows, { rateLimit: { enabled: false } })
  const added = await world.control.post('/_sim/faults', { name: 'f', match, effect: { status: 599 } })
  expect(added).toMatchObject({ status: 200 })
  return world
}

const TEMPLATE = '/api/v0/template/'
const send = ({ as }: Simulated, { method = 'GET', path = TEMPLATE, body, key = 'renter-key', options }: Sent) =>
  as(key).send(method, path, body, options)

const made = { name: 'made', image: 'library/ubuntu' }
const deep = { ...made, extra_filters: { gpu_ram: { gte: 24 } }, volume_info: { mount_path: '/data' } }
const create = (body: object): Sent => ({ method: 'POST', body })
const filtered = `${TEMPLATE}?select_filters=%7B%7D`

interface Case {
  readonly match: object
  readonly meets: readonly Sent[]
  readonly passes: readonly Sent[]
}

const cases: readonly Case[] = [
  { match: {}, meets: [{}, { path: '/api/v0/instances/' }, create(made)], passes: [] },
  { match: { method: 'POST' }, meets: [create(made)], passes: [{}] },
  { match: { method: 'post' }, meets: [create(made)], passes: [{}] },
  { match: { method: 'HEAD' }, meets: [{ method: 'HEAD' }], passes: [{}, create(made)] },
  {
    match: { operation: 'templates.search' },
    meets: [{}, { method: 'HEAD' }],
    passes: [create(made), { path: '/api/v0/instances/' }],
  },
  { match: { path: TEMPLATE }, meets: [{}, create(made)], passes: [{ path: '/api/v0/instances/' }] },
  { match: { path: '/api/v0/*/' }, meets: [{}], passes: [{ path: '/api/v0/users/cloud_integrations/' }] },
  { match: { path: '/api/**' }, meets: [{}, { path: '/api/v0/users/cloud_integrations/' }], passes: [] },
  {
    match: { path: '/api/v0/asks/12*/' },
    meets: [
      { method: 'PUT', path: '/api/v0/asks/12/', body: {} },
      { method: 'PUT', path: '/api/v0/asks/123/', body: {} },
    ],
    passes: [{ method: 'PUT', path: '/api/v0/asks/21/', body: {} }],
  },
  { match: { api_key: 'renter-key' }, meets: [{}], passes: [{ key: 'host-key' }] },
  { match: { user_id: 1002 }, meets: [{ key: 'host-key' }], passes: [{}] },
  {
    match: { headers: { 'X-Trace': 'one' } },
    meets: [{ options: { headers: { 'x-trace': 'one' } } }],
    passes: [{}, { options: { headers: { 'X-Trace': 'two' } } }],
  },
  {
    match: { query: { select_filters: '{}' } },
    meets: [{ path: filtered }],
    passes: [{}, { path: `${TEMPLATE}?select_filters=%7B%22id%22%3A%7B%22eq%22%3A7%7D%7D` }],
  },
  {
    match: { body: { '$.name': 'made' } },
    meets: [create(made), create(deep)],
    passes: [{}, create({ ...made, name: 'other' }), { method: 'POST', options: { text: '{"name":' } }],
  },
  { match: { body: { '$.extra_filters.gpu_ram.gte': 24 } }, meets: [create(deep)], passes: [create(made)] },
  { match: { body: { '$..gte': 24 } }, meets: [create(deep)], passes: [create(made)] },
  { match: { body: { '$.volume_info': { mount_path: '/data' } } }, meets: [create(deep)], passes: [create(made)] },
  {
    match: { body: { $: { image: 'library/ubuntu', name: 'made' } } },
    meets: [create(made)],
    passes: [create({ ...made, private: true }), create({ name: 'made' })],
  },
  {
    match: { body: { '$.name': 'made', '$.image': 'library/ubuntu' } },
    meets: [create(made)],
    passes: [create({ ...made, image: 'library/debian' })],
  },
  {
    match: { operation: 'templates.create', user_id: 1001, headers: { 'x-a': '1', 'x-b': '2' } },
    meets: [{ ...create(made), options: { headers: { 'x-a': '1', 'x-b': '2' } } }],
    passes: [
      { ...create(made), options: { headers: { 'x-a': '1' } } },
      { ...create(made), key: 'host-key', options: { headers: { 'x-a': '1', 'x-b': '2' } } },
      { options: { headers: { 'x-a': '1', 'x-b': '2' } } },
    ],
  },
]

test.each(cases)('$match', async ({ match, meets, passes }) => {
  const world = await faulty(match)
  for (const sent of meets) expect(await send(world, sent)).toEqual({ status: 599, body: undefined })
  for (const sent of passes) expect((await send(world, sent)).status).not.toBe(599)
  const { faults } = (await world.control.get('/_sim/faults')).body as { faults: object[] }
  expect(faults).toMatchObject([{ name: 'f', matched: meets.length, fired: meets.length }])
})

test('a sandbox that is named in the path is not a part of it', async () => {
  const world = simulate(rows)
  await world.control.post('/~mine/_sim/faults', { name: 'f', match: { path: TEMPLATE }, effect: { status: 599 } })
  expect((await send(world, { path: `/~mine${TEMPLATE}` })).status).toBe(599)
})

test('a request that is refused for its key meets no fault', async () => {
  const world = await faulty({})
  expect((await world.as(null).get(TEMPLATE)).status).toBe(401)
  expect((await world.control.get('/_sim/faults')).body).toMatchObject({ faults: [{ matched: 0 }] })
})

const nearMisses = async ({ control }: Simulated) => {
  const { requests } = (await control.get('/_sim/requests')).body as { requests: { near_misses: unknown }[] }
  return requests.map(({ near_misses }) => near_misses)
}

describe('near misses', () => {
  const fingerprint = expect.stringMatching(/^[0-9a-f]{8}$/) as unknown
  const search = { operation: 'templates.search' }

  test.each([
    { match: { ...search, method: 'POST' }, refused: true },
    { match: { ...search, user_id: 1002 }, criterion: 'user_id', expected: 1002, actual: 1001 },
    { match: { ...search, api_key: 'host-key' }, criterion: 'api_key', expected: fingerprint, actual: fingerprint },
    { match: { ...search, headers: { 'X-A': '1' } }, criterion: 'headers.X-A', expected: '1', actual: null },
    { match: { ...search, query: { limit: '5' } }, criterion: 'query.limit', expected: '5', actual: null },
    { match: { user_id: 1001, body: { '$.a': 1 } }, criterion: 'body.$.a', expected: 1, actual: [] },
    {
      match: { user_id: 1001, operation: 'templates.create' },
      criterion: 'operation',
      expected: 'templates.create',
      actual: 'templates.search',
    },
    { match: { user_id: 1001, method: 'POST' }, criterion: 'method', expected: 'POST', actual: 'GET' },
    {
      match: { user_id: 1001, path: '/api/v0/instances/' },
      criterion: 'path',
      expected: '/api/v0/instances/',
      actual: TEMPLATE,
    },
  ])('name the criterion: $match', async ({ match, refused, ...missed }) => {
    const world = simulate(rows)
    const added = await world.control.post('/_sim/faults', { name: 'f', match, effect: { status: 599 } })
    expect(added.status).toBe(refused ? 400 : 200)
    if (refused) return
    await send(world, {})
    expect(await nearMisses(world)).toEqual([[{ fault: 'f', missed: [missed] }]])
  })

  test('name the value that a body has instead', async () => {
    const world = await faulty({ operation: 'templates.create', body: { '$.name': 'other' } })
    await send(world, create(made))
    expect(await nearMisses(world)).toEqual([
      [{ fault: 'f', missed: [{ criterion: 'body.$.name', expected: 'other', actual: 'made' }] }],
    ])
  })

  test('are none where a fault matches, and none where nothing of it does', async () => {
    const world = await faulty({ operation: 'templates.create', user_id: 1002 })
    await send(world, {})
    await send(world, { ...create(made), key: 'host-key' })
    expect(await nearMisses(world)).toEqual([[], []])
  })

  test('name a header that misses beside an operation that holds, however many headers there are', async () => {
    const world = await faulty({ ...search, headers: { 'x-a': '1', 'x-b': '2' } })
    await send(world, {})
    expect(await nearMisses(world)).toEqual([
      [
        {
          fault: 'f',
          missed: [
            { criterion: 'headers.x-a', expected: '1', actual: null },
            { criterion: 'headers.x-b', expected: '2', actual: null },
          ],
        },
      ],
    ])
  })
})
