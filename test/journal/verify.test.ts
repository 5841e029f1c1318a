import { expect, test } from 'vitest'
import { type Answer, simulate, type Simulated } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)

const verify = ({ control }: Simulated, match: object, count?: object): Promise<Answer> =>
  control.post('/_sim/requests/verify', { match, ...(count && { count }) })

const countOf = async (world: Simulated, match: object): Promise<unknown> => {
  const { status, body } = await verify(world, match)
  expect(status).toBe(200)
  return (body as { count: number }).count
}

/** Six exchanges: four to templates, one rent, one to nowhere. */
async function recorded(): Promise<Simulated> {
  const world = simulate()
  const renter = world.as('renter-key')
  await renter.post(TEMPLATES, { name: 'a', image: 'i', extra_filters: { gpu_ram: { gte: 24 } } })
  await renter.post(TEMPLATES, { name: 'b', image: 'i' }, { headers: { 'X-Run': '7' } })
  await world.as('host-key').get(`${TEMPLATES}?select_filters=%7B%7D&page=2`)
  await world.as('no-user-read-key').get(TEMPLATES)
  await renter.put('/api/v0/asks/12345678/', { image: 'library/ubuntu' })
  await world.as(null).get('/nowhere/at/all')
  return world
}

test.each<{ match: object; count: number }>([
  { match: {}, count: 6 },
  { match: { operation: 'templates.create' }, count: 2 },
  { match: { method: 'POST' }, count: 2 },
  { match: { method: 'get' }, count: 3 },
  { match: { path: TEMPLATES }, count: 4 },
  { match: { path: '/api/v0/asks/*/' }, count: 1 },
  { match: { path: '/api/*/' }, count: 0 },
  { match: { path: '/api/**/' }, count: 5 },
  { match: { path: '/**' }, count: 6 },
  { match: { path: '/nowhere/*' }, count: 0 },
  { match: { path: '/nowhere/**' }, count: 1 },
  { match: { path: '/nowhere/*/a*' }, count: 1 },
  { match: { path: '/api/v0/templat.*' }, count: 0 },
  { match: { api_key: 'renter-key' }, count: 3 },
  { match: { api_key: 'nobody' }, count: 0 },
  { match: { user_id: 1001 }, count: 4 },
  { match: { user_id: 1002 }, count: 1 },
  { match: { headers: { 'x-run': '7' } }, count: 1 },
  { match: { headers: { 'X-RUN': '7' } }, count: 1 },
  { match: { headers: { 'X-Run': '8' } }, count: 0 },
  { match: { query: { page: '2' } }, count: 1 },
  { match: { query: { page: '2', select_filters: '{}' } }, count: 1 },
  { match: { query: { page: '' } }, count: 0 },
  { match: { body: { '$.name': 'a' } }, count: 1 },
  { match: { body: { '$.image': 'i' } }, count: 2 },
  { match: { body: { '$.extra_filters': { gpu_ram: { gte: 24 } } } }, count: 1 },
  { match: { body: { '$..gte': 24 } }, count: 1 },
  { match: { body: { '$..gte': '24' } }, count: 0 },
  { match: { body: { '$.name': 'a', '$.image': 'j' } }, count: 0 },
  { match: { operation: 'templates.create', user_id: 1001, body: { '$.name': 'b' } }, count: 1 },
  { match: { operation: 'templates.create', user_id: 1002 }, count: 0 },
])('$match matches $count', async ({ match, count }) => {
  expect(await countOf(await recorded(), match)).toBe(count)
})

test.each<{ count: object | undefined; verified: boolean }>([
  { count: undefined, verified: true },
  { count: { eq: 4 }, verified: true },
  { count: { eq: 3 }, verified: false },
  { count: { eq: 5 }, verified: false },
  { count: { gte: 4 }, verified: true },
  { count: { gte: 5 }, verified: false },
  { count: { lte: 4 }, verified: true },
  { count: { lte: 3 }, verified: false },
  { count: { gte: 1, lte: 9 }, verified: true },
  { count: { gte: 5, lte: 9 }, verified: false },
  { count: { gte: 4, lte: 4 }, verified: true },
  { count: { eq: 5, gte: 1 }, verified: false },
  { count: { eq: 3, lte: 9 }, verified: false },
  { count: { eq: 4, gte: 1, lte: 9 }, verified: true },
])('four of $count verifies as $verified', async ({ count, verified }) => {
  expect(await verify(await recorded(), { path: TEMPLATES }, count)).toMatchObject({
    status: 200,
    body: { verified, count: 4, dropped: 0 },
  })
})

test.each([
  { gte: 3, lte: 1 },
  { eq: 1, gte: 5 },
  { eq: 5, lte: 1 },
])('a count that no number can have is refused: %j', async (count) => {
  expect(await verify(await recorded(), { path: TEMPLATES }, count)).toEqual({
    status: 400,
    body: { error: 'invalid_args', msg: 'count: no number fulfils it' },
  })
})

test('without a count at least one is expected', async () => {
  expect(await verify(simulate(), {})).toEqual({
    status: 200,
    body: { verified: false, count: 0, dropped: 0, matches: [], near_misses: [] },
  })
})

test.each<{ value: unknown; verified: boolean }>([
  { value: { gte: 1, name: 'x', tags: [1, { b: 2, a: null }] }, verified: true },
  { value: { tags: [1, { a: null, b: 2 }], name: 'x', gte: 1 }, verified: true },
  { value: { tags: [{ a: null, b: 2 }, 1], name: 'x', gte: 1 }, verified: false },
  { value: { tags: [1, { a: null, b: 2 }], name: 'x' }, verified: false },
  { value: { tags: [1, { a: null, b: 2 }], name: 'x', gte: 1, lte: 2 }, verified: false },
  { value: { tags: [1, { a: null, b: 2 }], name: 'x', gte: '1' }, verified: false },
  { value: { tags: { 0: 1, 1: { a: null, b: 2 } }, name: 'x', gte: 1 }, verified: false },
  { value: null, verified: false },
])('a body is $value, whatever the order of its keys: $verified', async ({ value, verified }) => {
  const world = simulate()
  const text = '{"name":"x","gte":1.0,"tags":[1,{"a":null,"b":2e0}]}'
  await world.as('renter-key').post(TEMPLATES, undefined, { text })
  expect(await verify(world, { body: { $: value } })).toMatchObject({ status: 200, body: { verified } })
})

test('near misses tell which criterion failed, what it expected and what there was', async () => {
  const world = await recorded()
  const match = { operation: 'templates.create', body: { '$.name': 'c' } }
  expect(await verify(world, match)).toMatchObject({
    body: {
      verified: false,
      count: 0,
      near_misses: [
        {
          exchange: 2,
          method: 'POST',
          path: TEMPLATES,
          missed: [{ criterion: 'body.$.name', expected: 'c', actual: 'b' }],
        },
        {
          exchange: 1,
          method: 'POST',
          path: TEMPLATES,
          missed: [{ criterion: 'body.$.name', expected: 'c', actual: 'a' }],
        },
        { exchange: 6 },
      ],
    },
  })
})

test('a near miss names every criterion; a key is shown by its fingerprint', async () => {
  const world = simulate()
  await world.as('renter-key').get(`${TEMPLATES}?page=1`)
  const match = {
    operation: 'templates.search',
    method: 'PUT',
    path: '/api/*',
    api_key: 'host-key',
    user_id: 1002,
    headers: { 'X-Run': '7' },
    query: { page: '2' },
    body: { '$.name': 'c' },
  }
  const print = like(/^[0-9a-f]{8}$/)
  expect(await verify(world, match)).toEqual({
    status: 200,
    body: {
      verified: false,
      count: 0,
      dropped: 0,
      matches: [],
      near_misses: [
        {
          exchange: 1,
          method: 'GET',
          path: TEMPLATES,
          missed: [
            { criterion: 'method', expected: 'PUT', actual: 'GET' },
            { criterion: 'path', expected: '/api/*', actual: TEMPLATES },
            { criterion: 'user_id', expected: 1002, actual: 1001 },
            { criterion: 'api_key', expected: print, actual: print },
            { criterion: 'headers.X-Run', expected: '7', actual: null },
            { criterion: 'query.page', expected: '2', actual: '1' },
            { criterion: 'body.$.name', expected: 'c', actual: [] },
          ],
        },
      ],
    },
  })
})

test.each<{ count: object; verified: boolean | 'unknown' }>([
  { count: { gte: 2 }, verified: true },
  { count: { gte: 3 }, verified: 'unknown' },
  { count: { eq: 1 }, verified: false },
  { count: { eq: 2 }, verified: 'unknown' },
  { count: { eq: 4 }, verified: 'unknown' },
  { count: { lte: 1 }, verified: false },
  { count: { lte: 2 }, verified: 'unknown' },
  { count: { lte: 4 }, verified: 'unknown' },
  { count: { gte: 1, lte: 3 }, verified: 'unknown' },
  { count: { gte: 1, lte: 1 }, verified: false },
])('two that match and three dropped: $count verifies as $verified', async ({ count, verified }) => {
  const world = simulate(undefined, { journalSize: 2 })
  for (let sent = 0; sent < 5; sent++) await world.as('renter-key').get(TEMPLATES)
  expect(await verify(world, { operation: 'templates.search' }, count)).toEqual({
    status: 200,
    body: {
      verified,
      count: 2,
      dropped: 3,
      matches: [4, 5].map((exchange) => ({
        exchange,
        method: 'GET',
        path: TEMPLATES,
        status: 200,
        basis: 'assumed',
      })),
      near_misses: [],
    },
  })
})

test.each<{ match: object; message: RegExp }>([
  { match: { path: `/${'*'.repeat(300)}` }, message: /^match\.path: / },
  { match: { headers: { a: 1 } }, message: /^match\.headers\.a: / },
])('the match $match is refused', async ({ match, message }) => {
  expect(await verify(simulate(), match)).toEqual({ status: 400, body: { error: 'invalid_args', msg: like(message) } })
})

test('a glob of many stars is held against a long path', async () => {
  const world = simulate()
  await world.as(null).get(`/${'a'.repeat(2000)}`)
  expect(await countOf(world, { path: `/${'*a'.repeat(127)}b` })).toBe(0)
  expect(await countOf(world, { path: `/${'**a'.repeat(84)}b` })).toBe(0)
  expect(await countOf(world, { path: `/${'*a'.repeat(127)}` })).toBe(1)
})

test('a header that every object has is not there unless it was sent', async () => {
  const world = simulate()
  await world.as(null).get('/nowhere')
  expect(await verify(world, { headers: { constructor: 'x' } })).toMatchObject({
    body: { near_misses: [{ missed: [{ criterion: 'headers.constructor', expected: 'x', actual: null }] }] },
  })
})

test.each(['$.name', '$..name'])('%s is held against bodies that are no JSON, or nest deep', async (path) => {
  const world = simulate()
  const renter = world.as('renter-key')
  for (const text of ['{', '[1]', '', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`])
    await renter.post(TEMPLATES, undefined, { text })
  await renter.post(TEMPLATES, { name: 'x', image: 'y' })
  expect(await countOf(world, { body: { [path]: 'x' } })).toBe(1)
})
