import { describe, expect, test } from 'vitest'
import { createSimulator, type RequestMatch, type Simulator } from '../../src/index.ts'
import { call } from '../support/steer.ts'

const absent = { absent: true } as const
const TEMPLATES = '/api/v0/template/'
const KEY = { Authorization: 'Bearer renter-key' }
const JSON_BODY = { ...KEY, 'Content-Type': 'application/json' }

type Sent = readonly [path: string, init?: RequestInit]
const get = (query = '', headers: Record<string, string> = {}): Sent => [
  `${TEMPLATES}${query}`,
  { headers: { ...KEY, ...headers } },
]
const post = (body: object): Sent => [TEMPLATES, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) }]

const cases: readonly { title: string; match: RequestMatch; without: Sent; with: Sent }[] = [
  {
    title: 'a parameter',
    match: { operation: 'templates.search', query: { order_by: absent } },
    without: get(),
    with: get('?order_by='),
  },
  {
    title: 'a parameter beside another',
    match: { path: TEMPLATES, query: { select_cols: absent, query: 'cuda' } },
    without: get('?query=cuda'),
    with: get('?query=cuda&select_cols=1'),
  },
  {
    title: 'a header, in any case',
    match: { method: 'GET', headers: { 'X-Request-ID': absent } },
    without: get(),
    with: get('', { 'x-request-id': 'a-1' }),
  },
  {
    title: 'a field of a body',
    match: { operation: 'templates.create', body: { '$.name': 'a', '$.tag': absent } },
    without: post({ name: 'a', image: 'b' }),
    with: post({ name: 'a', image: 'b', tag: 'c' }),
  },
  {
    title: 'a field that is null is not absent',
    match: { operation: 'templates.create', body: { '$..env': absent } },
    without: post({ name: 'a', image: 'b' }),
    with: post({ name: 'a', image: 'b', env: null }),
  },
  {
    title: 'a field of a body where none is sent',
    match: { operation: 'templates.search', body: { '$.name': absent }, query: { page: absent } },
    without: get(),
    with: get('?page=2'),
  },
]

const TEAPOT = { status: 418 }

test.each(cases)('a fault meets requests without $title, and no others', async ({ match, ...sent }) => {
  const sim = createSimulator({ rateLimit: { enabled: false } })
  sim.faults.add({ name: 'forgot', match, effect: TEAPOT })
  expect((await sim.fetch(...sent.without)).status).toBe(418)
  expect((await sim.fetch(...sent.with)).status).not.toBe(418)
})

test.each(cases)(
  'the journal counts requests without $title, and names what others have',
  async ({ match, ...sent }) => {
    const sim = createSimulator({ rateLimit: { enabled: false } })
    await sim.fetch(...sent.with)
    const before = sim.journal.verify(match, { eq: 0 })
    expect(before.verified).toBe(true)
    expect(before.near_misses[0]?.missed).toMatchObject([{ expected: absent }])
    await sim.fetch(...sent.without)
    expect(sim.journal.verify(match, { eq: 1 }).verified).toBe(true)
  },
)

test('a scenario has it in faults and in stubs', async () => {
  const match = { path: '/invoices', query: { page: absent }, headers: { 'X-Trace': absent }, body: { '$.id': absent } }
  const sim = createSimulator({
    rateLimit: { enabled: false },
    scenario: {
      stubs: [{ name: 'first-page', match, answer: { body: 'first' } }],
      faults: [{ name: 'slow', match: { operation: 'instances.list', query: { owner: absent } }, effect: TEAPOT }],
    },
  })
  const status = async (...sent: Sent): Promise<number> => (await sim.fetch(...sent)).status
  expect([
    await status('/invoices'),
    await status('/invoices?page=1'),
    await status('/invoices', { headers: { 'x-trace': '1' } }),
    await status('/invoices', { method: 'POST', body: '{"id":1}' }),
    await status('/invoices', { method: 'POST', body: '{"ids":1}' }),
    await status('/invoices', { method: 'POST', body: 'id=1' }),
    await status('/api/v0/instances/', { headers: KEY }),
    await status('/api/v0/instances/?owner=me', { headers: KEY }),
  ]).toEqual([200, 404, 404, 404, 200, 404, 418, 200])
})

const refused = async (sim: Simulator, match: object) =>
  (await call(sim, 'POST', '/faults', { name: 'a', match, effect: TEAPOT })).body

describe('what says it otherwise is refused', () => {
  test.each([
    { match: { query: { page: null } }, msg: 'match.query.page: is neither a text nor {"absent": true}' },
    { match: { query: { page: { absent: false } } }, msg: 'match.query.page.absent: expected true' },
    {
      match: { headers: { 'X-A': { absent: true, also: 1 } } },
      msg: 'match.headers.X-A.also: unknown key "also"; there is absent',
    },
    {
      match: { operation: 'templates.search', body: { '$.name': absent, '$.tag': 'a' } },
      msg: 'match: can match no operation: no body is read for templates.search',
    },
  ])('$msg, #%#', async ({ match, msg }) => {
    expect(await refused(createSimulator(), match)).toMatchObject({ error: 'invalid_args', msg })
  })
})
