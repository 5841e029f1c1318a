import { expect, test } from 'vitest'
import { createSimulator, DocumentError, type SimulatorOptions } from '../../src/index.ts'
import { type Client, simulate, type Simulated } from '../support/simulate.ts'

const TEMPLATE = '/api/v0/template/'
const MIB = 1024 * 1024
const text = (kib: number, letter = 'x') => letter.repeat(kib * 1024)

interface Recorded {
  readonly dropped: number
  readonly requests: readonly { readonly id: number; readonly request: object; readonly near_misses: unknown[] }[]
}

async function journal(calls: Client, sandbox?: string): Promise<Recorded> {
  const prefix = sandbox === undefined ? '' : `/~${sandbox}`
  return (await calls.get(`${prefix}/_sim/requests?limit=1000`)).body as Recorded
}

/** A search with unreadable filters: it is refused, leaves no row, and takes so much in the journal. */
const ask = ({ as }: Simulated, sandbox: string, kib: number, letter?: string) =>
  as('renter-key').post(`/~${sandbox}/api/v0/network_volumes/search/`, { q: text(kib, letter) })

const withBudget = (memoryBudgetMib: number, options: SimulatorOptions = {}) =>
  simulate({}, { memoryBudgetMib, rateLimit: { enabled: false }, ...options })

async function kept(world: Simulated, names: readonly string[]): Promise<readonly number[]> {
  const counts: number[] = []
  for (const name of names) {
    const { dropped, requests } = await journal(world.control, name)
    expect(dropped + requests.length, name).toBeGreaterThan(0)
    counts.push(requests.length)
  }
  return counts
}

test('what fits into the budget is kept, in whatever sandbox it is', async () => {
  const world = withBudget(8)
  for (const name of ['a', 'b']) for (let sent = 0; sent < 10; sent += 1) await ask(world, name, 100)
  expect(await kept(world, ['a', 'b'])).toEqual([10, 10])
})

test('beyond it the oldest exchanges of all sandboxes go', async () => {
  const world = withBudget(2)
  await ask(world, 'small', 25)
  for (let sent = 0; sent < 40; sent += 1) await ask(world, 'first', 25)
  for (let sent = 0; sent < 40; sent += 1) await ask(world, 'second', 25)
  const [small = 0, first = 0, second = 0] = await kept(world, ['small', 'first', 'second'])
  expect(small).toBe(0)
  expect(first).toBeLessThan(40)
  expect(first).toBeGreaterThan(5)
  expect(second).toBe(40)
  const { dropped, requests } = await journal(world.control, 'first')
  expect({ dropped, latest: requests.at(-1)?.id }).toEqual({ dropped: 40 - first, latest: 40 })
})

test('a text beyond Latin-1 takes two bytes a character', async () => {
  const [latin, cyrillic] = await Promise.all(
    ['é', 'ж'].map(async (letter) => {
      const world = withBudget(2)
      for (let sent = 0; sent < 75; sent += 1) await ask(world, 'a', 25, letter)
      return (await journal(world.control, 'a')).requests.length
    }),
  )
  expect(latin).toBeGreaterThan(50)
  expect(cyrillic).toBeLessThan(32)
})

test('many sandboxes with one test of traffic each stay within the budget, and none of them is lost', async () => {
  const world = withBudget(2)
  const names = Array.from({ length: 25 }, (_, index) => `test-${index}`)
  for (const name of names) for (let sent = 0; sent < 8; sent += 1) await ask(world, name, 10)
  const counts = await kept(world, names)
  const total = counts.reduce((sum, count) => sum + count, 0)
  expect(total * 10 * 1024).toBeLessThan(2 * MIB)
  expect(total).toBeGreaterThan(50)
  expect([counts.at(0), counts.at(-1)]).toEqual([0, 8])
})

test('near misses are kept in short, and count', async () => {
  const world = simulate({})
  const tags = Array.from({ length: 10_000 }, () => 'tag')
  for (let at = 0; at < 30; at += 1)
    await world.control.post('/_sim/faults', {
      name: `f${at}`,
      match: { operation: 'templates.create', body: { '$.tags': 1 } },
      effect: { status: 500 },
    })
  await world.as('renter-key').post(TEMPLATE, { name: 'n', image: 'i', tags })
  const [exchange] = (await journal(world.control)).requests
  expect(exchange?.near_misses).toHaveLength(20)
  expect(exchange?.near_misses[0]).toMatchObject({
    fault: 'f0',
    missed: [{ criterion: 'body.$.tags', expected: 1, actual: expect.stringMatching(/^\["tag","tag",.*…$/s) }],
  })
  expect(JSON.stringify(exchange?.near_misses).length).toBeLessThan(20_000)
})

test('a snapshot shares what the journal holds, and gives it up with it', async () => {
  const world = withBudget(3)
  for (let sent = 0; sent < 30; sent += 1) await ask(world, 'a', 25)
  for (let at = 0; at < 50; at += 1)
    expect(await world.control.post('/~a/_sim/snapshots', { name: `s${at}` })).toMatchObject({ status: 200 })
  expect(await kept(world, ['a'])).toEqual([30])
  for (let sent = 0; sent < 100; sent += 1) await ask(world, 'a', 25)
  const { dropped, requests } = await journal(world.control, 'a')
  expect(dropped + requests.length).toBe(130)
  expect(requests.length).toBeLessThan(100)
  await world.control.post('/~a/_sim/snapshots/s0/restore')
  expect(await journal(world.control, 'a')).toEqual({ dropped: 30, requests: [] })
})

/** The statuses of eight snapshots, s0 to s7. */
async function takeEight(control: Client): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let at = 0; at < 8; at += 1) statuses.push((await control.post('/_sim/snapshots', { name: `s${at}` })).status)
  return statuses
}

const template = (kib: number) => ({ name: text(kib), image: 'i' })

test('snapshots, faults, rows and documents that do not fit are refused with 413, and nothing changes', async () => {
  const { as, control } = withBudget(2)
  for (let sent = 0; sent < 4; sent += 1) await as('renter-key').post(TEMPLATE, template(100))
  const state = await control.get('/_sim/state')
  const tooLarge = { status: 413, body: { error: 'too_large', msg: expect.stringMatching(/--memory-budget/) } }
  const snapshots = await takeEight(control)
  expect(snapshots).toEqual([200, 200, 413, 413, 413, 413, 413, 413])
  expect(await control.post('/_sim/snapshots', { name: 'last' })).toEqual(tooLarge)
  expect((await control.get('/_sim/snapshots')).body).toMatchObject({
    snapshots: snapshots.filter((status) => status === 200).map((_, at) => ({ name: `s${at}` })),
  })
  const fault = { name: 'f', match: { operation: 'instances.list' }, effect: { status: 500, body: text(400) } }
  expect(await control.post('/_sim/faults', fault)).toEqual(tooLarge)
  expect(await control.get('/_sim/faults')).toMatchObject({ status: 200, body: { faults: [] } })
  const generate = { templates: 1000 }
  expect(await control.post('/_sim/reset', { fixture: { generate } })).toEqual(tooLarge)
  expect(await control.put('/_sim/state', { generate })).toEqual(tooLarge)
  expect(
    await control.put('/_sim/scenario', { scenario: { name: 's', description: 'd', fixture: { generate } } }),
  ).toEqual(tooLarge)
  expect(await control.get('/_sim/state')).toEqual(state)
})

test.each<readonly [what: string, put: (world: Simulated, at: number) => Promise<unknown>]>([
  ['rows', ({ as }) => as('renter-key').post(TEMPLATE, template(100))],
  [
    'faults',
    ({ control }, at) => control.post('/_sim/faults', { name: `f${at}`, effect: { status: 500, body: text(100) } }),
  ],
  [
    'stubs',
    ({ control }, at) =>
      control.post('/_sim/stubs', { name: `s${at}`, match: { path: `/${at}` }, answer: { body: text(100) } }),
  ],
])('each snapshot takes what it has of %s', async (_, put) => {
  const world = withBudget(8)
  for (let at = 0; at < 8; at += 1) await put(world, at)
  expect(await takeEight(world.control)).toEqual([200, 200, 200, 200, 200, 200, 413, 413])
})

test('what does not fit is named, with its size and that of the budget', async () => {
  const { as, simulator } = withBudget(2)
  for (let sent = 0; sent < 4; sent += 1) await as('renter-key').post(TEMPLATE, template(100))
  const [body, fixture] = [text(2000), { generate: { templates: 1000 } }]
  const takeMany = () => {
    for (let at = 0; at < 8; at += 1) simulator.snapshots.take(`s${at}`)
  }
  for (const [what, mib, act] of [
    ['this fault', 2, () => simulator.faults.add({ name: 'f', effect: { status: 500, body } })],
    ['this stub', 2, () => simulator.stubs.add({ name: 's', match: { path: '/jobs' }, answer: { body } })],
    ['this start', 4, () => simulator.reset({ fixture })],
    ['this start', 4, () => simulator.startFrom({ fixture })],
    ['this state', 4, () => simulator.importState(fixture)],
    ['this snapshot', 1, takeMany],
  ] as const)
    expect(act).toThrow(
      new RegExp(
        String.raw`^${what} would take about ${mib} MiB, and the memory budget of 2 MiB \(--memory-budget\) has no room for that$`,
      ),
    )
})

test('a start that does not fit is refused before anything is served', () => {
  expect(() => createSimulator({ memoryBudgetMib: 2, fixture: { generate: { templates: 10_000 } } })).toThrow(
    /^what it starts with would take about 34 MiB, and the memory budget of 2 MiB/,
  )
})

const starting = (fixture: object) => () => createSimulator({ fixture })

test('generated and written rows are bounded in sum', () => {
  expect(starting({ generate: { offers: 20_001 } })).toThrow(DocumentError)
  expect(starting({ generate: { offers: 10_000, network_volume_offers: 6000, templates: 4001 } })).toThrow(
    'generate: has 20001 rows: a fixture has 20000 in all',
  )
  const users = [{ id: 1, name: 'one' }]
  expect(starting({ users, generate: { offers: 20_000 } })).toThrow('a fixture has 20000 rows in all, not 20001')
  expect(starting({ users, generate: { offers: 19_999 } })).not.toThrow()
})

test('where exchanges do not make enough room, idle sandboxes do, the least recently used first, and it is logged', async () => {
  const { as, control, last } = withBudget(8)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    for (let sent = 0; sent < 2; sent += 1)
      expect(await as('renter-key').post(`/~${name}${TEMPLATE}`, template(900)), name).toMatchObject({ status: 200 })
  const { sandboxes } = (await control.get('/_sim/sandboxes')).body as { sandboxes: { name: string }[] }
  expect(sandboxes.map(({ name }) => name)).toEqual(['default', 'f', 'e'])
  expect(await as('renter-key').get(`/~a${TEMPLATE}`)).toMatchObject({ body: { templates_found: 0 } })
  expect(last().headers.get('x-sim-evicted')).toBe('true')
})

test('who works now keeps exchanges while rows that others left behind fill the budget', async () => {
  const world = withBudget(4)
  const write = (name: string) => world.as('renter-key').post(`/~${name}${TEMPLATE}`, template(200))
  for (let left = 0; left < 20; left += 1) expect(await write(`left-${left}`)).toMatchObject({ status: 200 })
  await write('now')
  for (let sent = 0; sent < 200; sent += 1) await ask(world, 'now', 2)
  const { dropped, requests } = await journal(world.control, 'now')
  expect(dropped + requests.length).toBe(201)
  expect(requests.length).toBeGreaterThan(10)
})

test('a request without a known key keeps no body: its size is shown', async () => {
  const { as, control } = simulate({})
  await as('stranger').post(TEMPLATE, { name: 'жжж', image: 'i' })
  await as(null).post(TEMPLATE, { name: 'n', image: 'i' })
  await as('renter-key').post(TEMPLATE, { image: 'i' })
  expect((await journal(control)).requests).toMatchObject([
    { request: { body: null, body_bytes: 29 } },
    { request: { body: null, body_bytes: 24 } },
    { request: { body: { image: 'i' } } },
  ])
  expect((await journal(control)).requests[2]?.request).not.toHaveProperty('body_bytes')
})

const failing = (name: string) => ({ name, match: { operation: 'instances.list' }, effect: { status: 500 } }) as const

test('there are at most a thousand faults', async () => {
  const { simulator } = simulate({})
  for (let at = 0; at < 1000; at += 1) simulator.faults.add(failing(`f${at}`))
  expect(() => simulator.faults.add(failing('one-more'))).toThrow('there are 1000 faults already')
  expect(() => simulator.faults.add(failing('f7'))).not.toThrow()
})
