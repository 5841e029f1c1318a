import { expect, test } from 'vitest'
import { createSimulator, SteeringError } from '../../src/index.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'

async function ids({ control }: Simulated, query: string): Promise<readonly number[]> {
  const { status, body } = await control.get(`/_sim/requests?${query}`)
  expect({ query, status }).toEqual({ query, status: 200 })
  return (body as { requests: { id: number }[] }).requests.map(({ id }) => id)
}

async function asked(requests: number, options = {}): Promise<Simulated> {
  const world = simulate(undefined, { rateLimit: { enabled: false }, ...options })
  for (let sent = 0; sent < requests; sent += 1)
    await world.as(sent % 2 === 0 ? 'renter-key' : 'host-key').get(sent % 3 === 0 ? '/api/v0/instances/' : TEMPLATES)
  return world
}

/** All numbers, page by page from the latest, each page from its lowest number on. */
async function pagedBack(world: Simulated, limit: number, criteria = ''): Promise<readonly (readonly number[])[]> {
  const pages: (readonly number[])[] = []
  for (let page = await ids(world, `limit=${limit}${criteria}`); page.length > 0;) {
    pages.push(page)
    page = await ids(world, `limit=${limit}&before=${Math.min(...page)}${criteria}`)
  }
  return pages
}

test('a journal is paged back through, each page oldest first', async () => {
  expect(await pagedBack(await asked(7), 3)).toEqual([[5, 6, 7], [2, 3, 4], [1]])
})

test('before holds together with every other criterion', async () => {
  const world = await asked(12)
  expect(await pagedBack(world, 2, '&operation=instances.list')).toEqual([
    [7, 10],
    [1, 4],
  ])
  expect(await pagedBack(world, 4, '&api_key=host-key&status=200')).toEqual([
    [6, 8, 10, 12],
    [2, 4],
  ])
  expect(await ids(world, 'since=3&before=7')).toEqual([4, 5, 6])
  expect(await ids(world, 'since=6&before=7')).toEqual([])
})

test.each([
  ['before=1', []],
  ['before=0', []],
  ['before=2', [1]],
  ['before=999999999999999', [1, 2, 3]],
  ['before=3&limit=0', []],
  ['before=3&limit=1', [2]],
])('%s gives %j', async (query, expected) => {
  expect(await ids(await asked(3), query)).toEqual(expected)
})

test.each(['', '-1', '1.5', 'abc', '1e3', '1234567890123456'])('before "%s" is refused', async (before) => {
  const { control } = await asked(1)
  expect(await control.get(`/_sim/requests?before=${before}`)).toEqual({
    status: 400,
    body: { error: 'invalid_args', msg: 'before: is not a number' },
  })
})

test('a page that was dropped meanwhile is empty', async () => {
  const world = await asked(6, { journalSize: 2 })
  expect(await pagedBack(world, 1)).toEqual([[6], [5]])
  expect(await ids(world, 'before=5')).toEqual([])
})

test('an exchange that was held is on one page, wherever it stands', async () => {
  const world = await asked(1)
  await world.control.post('/_sim/faults', {
    name: 'held',
    match: { operation: 'templates.search', user_id: 1002 },
    when: { times: 1 },
    effect: { latency_ms: 5000 },
  })
  const late = world.as('host-key').get(TEMPLATES)
  await world.simulator.clock.advance(1)
  for (let sent = 0; sent < 4; sent += 1) await world.as('renter-key').get(TEMPLATES)
  await world.simulator.clock.advance(60)
  expect(await late).toMatchObject({ status: 200 })
  expect(await ids(world, '')).toEqual([1, 3, 4, 5, 6, 2])
  expect(await pagedBack(world, 2)).toEqual([
    [5, 6],
    [3, 4],
    [1, 2],
  ])
  expect(await pagedBack(world, 1)).toEqual([[6], [5], [4], [3], [2], [1]])
})

test('code pages back as the control API does', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  for (let sent = 0; sent < 5; sent += 1) await sim.fetch('/nowhere')
  const listed = (filter: Parameters<typeof sim.journal.list>[0]) => sim.journal.list(filter).map(({ id }) => id)
  expect(listed({ limit: 2 })).toEqual([4, 5])
  expect(listed({ before: 4, limit: 2 })).toEqual([2, 3])
  expect(listed({ before: 2, limit: 2 })).toEqual([1])
  expect(listed({ before: 1 })).toEqual([])
  expect(() => sim.journal.list({ before: -1 })).toThrow(SteeringError)
  expect(() => sim.journal.list({ before: 1.5 })).toThrow('before: expected int, received number')
})
